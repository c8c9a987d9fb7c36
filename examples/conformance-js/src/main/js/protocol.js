// SPDX-License-Identifier: Apache-2.0
// The conformance line protocol: one JSON object a line on standard input, one answer a line on standard output.
// It has no resolver: routes are a table that is asked for every key, and nothing ages.

import { createInterface } from 'node:readline';
import { Attempt, decision } from './decide.js';
import { Unsupported } from './regex.js';
import { Request, utf8 } from './request.js';
import { load } from './rules.js';
import { versionOf } from './version.js';

const state = { program: null, version: '', tier: null, routes: new Map(), authorityIsUp: true };

const questions = {
  hello: () => ({ name: 'turnout-js', version: '0.1.0', protocol: 1, kinds: ['decide', 'invalid'] }),

  load(question) {
    if (question.rules === undefined) throw new Unsupported('timelines: there is no resolver');
    const { program, content, mistakes } = load(question.rules);
    if (mistakes) return { ok: false, errors: mistakes };
    if (question['keys-absent']?.length > 0) throw new Unsupported('tokens whose keys are absent');
    const canHandOn = (question.tier ?? 'edge') === 'edge';
    state.program = program;
    state.version = versionOf(content);
    state.tier = {
      canHandOn,
      handsMissesOn: canHandOn && question['on-miss'] === 'hand-on',
      bodyLimit: question.limits?.body ?? Infinity,
    };
    state.routes = new Map();
    state.authorityIsUp = true;
    setRoutes(question.routes ?? {});
    return { ok: true, 'rules-version': state.version };
  },

  decide({ request, chunks }) {
    const head = new Request(request.method ?? 'GET', request.target, (request.headers ?? []).map(field));
    const attempt = new Attempt(state.program, state.tier, head);
    const body = bodyOf(request);
    let at = 0;
    for (const size of chunks ?? [body.length]) {
      attempt.offer(body.subarray(at, (at += size)));
    }
    attempt.end();
    const { program, tier } = state;
    return { ...decision(program, tier, attempt.verdict, lookUp), 'body-read': attempt.bodyRead, 'rules-version': state.version };
  },

  set({ routes }) {
    setRoutes(routes);
    return { ok: true };
  },

  authority({ state: upOrDown }) {
    state.authorityIsUp = upOrDown === 'up';
    return { ok: true };
  },

  at: () => ({ ok: true }),
};

function lookUp(key) {
  return state.authorityIsUp ? state.routes.get(key) ?? null : undefined;
}

function setRoutes(routes) {
  for (const [key, route] of Object.entries(routes)) {
    if (route === null) state.routes.delete(key);
    else state.routes.set(key, typeof route === 'string' ? route : route.cell);
  }
}

/** A header field; a value that is no UTF-8 becomes null. */
function field([name, value]) {
  return [name, typeof value === 'string' ? value : utf8(Buffer.from(value.base64, 'base64'))];
}

function bodyOf(request) {
  if (request['body-base64'] !== undefined) return Buffer.from(request['body-base64'], 'base64');
  const repeat = request['body-repeat'];
  if (repeat) return Buffer.from((repeat.before ?? '') + repeat.text.repeat(repeat.times) + (repeat.after ?? ''));
  return Buffer.from(request.body ?? '');
}

function answer(line) {
  const question = JSON.parse(line);
  if (!Object.hasOwn(questions, question.op)) return { skip: `"${question.op}" is not implemented` };
  try {
    return questions[question.op](question);
  } catch (e) {
    if (e instanceof Unsupported) return { skip: `not implemented: ${e.message}` };
    throw e;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (JSON.parse(line).op === 'bye') break;
  process.stdout.write(`${JSON.stringify(answer(line))}\n`);
}
