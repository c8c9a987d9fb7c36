// SPDX-License-Identifier: Apache-2.0
// The version of a rule set: the SHA-256 of the file's normal form, which is what it says as canonical JSON (RFC 8785),
// without comments, quotes, the order of keys, and defaults that are spelt out.

import { createHash } from 'node:crypto';
import { DEFAULT_BODY, DEFAULT_OUTCOMES, sizeBytes } from './rules.js';

const LISTS = ['method', 'host', 'path', 'content-type'];

/** The version of a rule file without mistakes, of which `content` is what a YAML reader makes. */
export function versionOf(content) {
  return createHash('sha256').update(canonical(normal(content)), 'utf8').digest('hex');
}

function normal({ turnout, jwt, cells, body, rules, outcomes }) {
  const limit = body?.limit === undefined ? DEFAULT_BODY.limit : sizeBytes(String(body.limit));
  const depth = body?.depth ?? DEFAULT_BODY.depth;
  const defaults = Object.entries(DEFAULT_OUTCOMES).map(([name, actions]) => [name, actions.map(actionText)]);
  const own = Object.fromEntries(Object.entries(outcomes ?? {}).map(([name, actions]) => [name, actionList(actions)]));
  return filled({
    turnout,
    jwt,
    cells,
    body: nonEmpty({
      limit: limit === DEFAULT_BODY.limit ? undefined : limit,
      depth: depth === DEFAULT_BODY.depth ? undefined : depth,
    }),
    rules: rules.map((rule) => normalRule(rule, limit)),
    outcomes: nonEmpty(Object.fromEntries(defaults.map(([name, actions]) =>
      [name, own[name] && canonical(own[name]) !== canonical(actions) ? own[name] : undefined]))),
  });
}

function normalRule(rule, limit) {
  return filled({
    ...rule,
    when: rule.when && conditions(rule.when),
    unless: rule.unless && conditions(rule.unless),
    key: rule.key && finding(rule.key, limit),
    'cell-from': rule['cell-from'] && finding(rule['cell-from'], limit),
    'unknown-key': rule['unknown-key'] && actionList(rule['unknown-key']),
  });
}

const conditions = (tests) =>
  Object.fromEntries(Object.entries(tests).map(([name, test]) => [name, LISTS.includes(name) ? [test].flat() : test]));

function finding(found, fileLimit) {
  const source = ({ body, ...head }) => {
    if (!body) return head;
    const limit = body.limit === undefined ? fileLimit : sizeBytes(String(body.limit));
    return { body: filled({ ...body, limit: limit === fileLimit ? undefined : limit }) };
  };
  return { ...found, from: found.from.map(source) };
}

const actionList = (actions) => (actions === 'authority' ? ['authority', 'reject 503'] : [actions].flat());
const actionText = ({ do: word, cell, status }) => [word, cell, status].filter((part) => part !== undefined).join(' ');
const filled = (map) => Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
const nonEmpty = (map) => (Object.keys(filled(map)).length > 0 ? filled(map) : undefined);

/** Canonical JSON; the numbers of rule files are whole. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}
