// SPDX-License-Identifier: Apache-2.0
// From a request to a decision. `judge` walks through the rules; where a body source has to be asked it yields and is
// resumed with what the body says. An Attempt first walks with every body source absent, which tells what could be asked;
// then all of these read the body at once, piece by piece, and a second walk takes their answers as they become certain.

import { ABSENT, AMBIGUOUS } from './extract/head.js';
import { BROKEN, JsonScan } from './extract/json.js';
import { Unsupported } from './regex.js';

const FORM = 'application/x-www-form-urlencoded';

/** What the rules say of a request: {rule, source, reason, detail}, {rule, action} or {rule, finding, source, value}. */
function* judge(program, request, canHandOn) {
  for (const rule of program.rules) {
    if (request.isMalformed && (rule.when.templates || rule.unless?.templates)) return { rule, reason: 'malformed' };
    const captures = capturesOf(rule, request);
    if (captures === null) continue;
    if (rule.then) {
      if (rule.then.do === 'authority' && !canHandOn) continue;
      return { rule, action: rule.then };
    }
    for (const source of rule.finding.sources) {
      const found = source.head ? source.head(request, captures) : yield source;
      if (found === AMBIGUOUS) return { rule, source: source.word, reason: 'ambiguous' };
      if (found.unreadable) return { rule, source: source.word, reason: 'unreadable-body', detail: found.unreadable };
      const value = found === ABSENT ? null : rule.finding.finish(found);
      if (value !== null && (rule.finding.namespace !== null || program.cells.has(value))) {
        return { rule, finding: rule.finding, source: source.word, value };
      }
    }
  }
  return { rule: null, reason: 'no-rule' };
}

/** The captures of the rule's path, empty where it has none; null if the rule does not apply. */
function capturesOf(rule, request) {
  const captures = allHold(rule.when, request);
  return captures === null || (rule.unless && allHold(rule.unless, request) !== null) ? null : captures;
}

function allHold({ conditions, templates }, request) {
  if (!conditions.every((holds) => holds(request))) return null;
  if (templates === null) return {};
  if (request.segments === null) return null;
  for (const template of templates) {
    const captures = template.fits(request.segments);
    if (captures !== null) return captures;
  }
  return null;
}

/** One body source at work: takes bytes up to its limit until its answer is certain. */
class Reading {
  constructor(source, request, depth, tierLimit) {
    this.request = request;
    this.source = source;
    this.limit = Math.min(source.limit, tierLimit);
    this.read = 0;
    this.answer = null;
    const { mediaType } = request;
    if (source.form !== undefined) {
      if (mediaType !== FORM) this.answer = ABSENT;
    } else if (mediaType === FORM || mediaType.startsWith('multipart/')) {
      this.answer = ABSENT;
    } else {
      this.scan = new JsonScan(source.pointer, depth);
    }
  }

  take(byte) {
    if (this.answer !== null) return;
    if (this.source.form !== undefined) throw new Unsupported('form bodies');
    if (this.request.isEncoded) this.settle({ unreadable: 'body-encoded' });
    else if (this.read === this.limit) this.settle({ unreadable: 'body-limit' });
    else {
      this.read++;
      this.settle(this.scan.take(byte) ?? null);
    }
  }

  end(isEmpty) {
    if (this.answer === null) this.settle(isEmpty ? ABSENT : this.scan.end());
  }

  settle(answer) {
    this.answer = answer === BROKEN ? { unreadable: 'body-malformed' } : answer;
  }
}

/** One request on its way: begin, offer pieces of the body while `needsBody`, end. */
export class Attempt {
  /**
   * @param {object} program what `load` gave
   * @param {{canHandOn: boolean, bodyLimit: number}} tier
   * @param {import('./request.js').Request} request
   */
  constructor(program, tier, request) {
    this.isEmpty = true;
    this.bodyRead = 0;
    this.verdict = null;
    this.readings = new Map();
    const rehearsal = judge(program, request, tier.canHandOn);
    let step = rehearsal.next();
    while (!step.done) {
      this.readings.set(step.value, new Reading(step.value, request, program.depth, tier.bodyLimit));
      step = rehearsal.next(ABSENT);
    }
    this.walk = judge(program, request, tier.canHandOn);
    this.step = this.walk.next();
    this.advance();
  }

  get needsBody() {
    return this.verdict === null;
  }

  offer(bytes) {
    if (bytes.length === 0 || !this.needsBody) return;
    this.isEmpty = false;
    for (const reading of this.readings.values()) {
      for (let i = 0; i < bytes.length && reading.answer === null; i++) reading.take(bytes[i]);
    }
    this.advance();
  }

  end() {
    this.readings.forEach((reading) => reading.end(this.isEmpty));
    this.advance();
  }

  advance() {
    while (!this.step.done && this.readings.get(this.step.value).answer !== null) {
      const { answer, read } = this.readings.get(this.step.value);
      this.bodyRead = Math.max(this.bodyRead, read);
      this.step = this.walk.next(answer);
    }
    if (this.step.done) this.verdict = this.step.value;
  }
}

/**
 * A verdict becomes the decision of a tier.
 *
 * @param {(key: string) => string | null | undefined} lookUp a cell, null for an unknown key, undefined if nobody can say
 */
export function decision(program, tier, verdict, lookUp) {
  const { rule, reason, detail, action, finding, source, value } = verdict;
  const common = rule === null ? {} : { rule: rule.name };
  if (reason) return outcome(program, tier, { ...common, source, reason, detail });
  if (action) return perform(action, common);
  if (finding.namespace === null) return { outcome: 'cell', cell: value, ...common, source };
  const key = `${finding.namespace}:${value}`;
  const found = { ...common, key, source };
  if (tier.handsMissesOn) return { outcome: 'authority', ...found, reason: 'miss' };
  const cell = lookUp(key);
  if (cell === null) {
    return outcome(program, tier, { ...found, reason: 'unknown-key', freshness: 'unknown', from: 'authority' }, rule.unknownKey);
  }
  if (cell === undefined || (program.cells && !program.cells.has(cell))) {
    return outcome(program, tier, { ...found, reason: 'unavailable', freshness: 'unavailable' });
  }
  return { outcome: 'cell', cell, ...found, freshness: 'fresh', from: 'authority' };
}

function outcome(program, tier, common, actions = program.outcomes[common.reason]) {
  return perform(actions.find((action) => action.do !== 'authority' || tier.canHandOn), common);
}

function perform(action, common) {
  const { do: word, ...rest } = action;
  return { outcome: word, ...rest, ...common };
}
