// SPDX-License-Identifier: Apache-2.0
// Conditions and path templates. Each factory takes what the file says and gives a function from a request to yes or no;
// a template gives a function from segments to the captures, or null where it does not fit.
// A factory throws Mistake where the file's text is none of its kind.

import { Regex } from './regex.js';
import { asciiLowerCase } from './request.js';

/** Text in a rule file that is not what it should be. */
export class Mistake extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const MAX_SEGMENTS = 256;
const MAX_HOST = 253;

/** A regular expression of the rule file. */
export function regex(text) {
  try {
    return new Regex(text);
  } catch (e) {
    throw e instanceof SyntaxError ? new Mistake('invalid-regex', e.message) : e;
  }
}

/** A test of one value; `word` is equal, prefix, suffix, contains or regex. */
export function valueTest(word, text) {
  if (word === 'equal') return (value) => value === text;
  if (word === 'prefix') return (value) => value.startsWith(text);
  if (word === 'suffix') return (value) => value.endsWith(text);
  if (word === 'contains') return (value) => value.includes(text);
  const compiled = regex(text);
  return (value) => compiled.matches(value);
}

export const method = (name) => (request) => request.method === name;

export function host(text) {
  const [, star, name] = /^(\*\.)?([^*\s\p{Cc}/\\?#@,]+)$/u.exec(asciiLowerCase(text)) ?? [];
  const isHost = name && name.length <= MAX_HOST && !/:[0-9]*$/.test(name) && name.replace(/\.$/, '').split('.').every((label) => label !== '');
  if (!isHost) throw new Mistake('invalid-value', `"${text}" is no host, nor "*." and a host`);
  if (!star) return (request) => request.host === name;
  return ({ host: found }) =>
    found !== null && found.endsWith(`.${name}`)
    && found.slice(0, -name.length - 1).split('.').every((label) => label !== '');
}

export function mediaType(text) {
  const [, type, star, subtype] = /^([!#$&^_.+0-9A-Za-z-]+)\/(\*(?=\+.))?([!#$&^_.+0-9A-Za-z-]+)$/.exec(asciiLowerCase(text)) ?? [];
  if (!type) throw new Mistake('invalid-media-type', `"${text}" is no media type`);
  if (!star) return (request) => request.mediaType === `${type}/${subtype}`;
  return ({ mediaType: found }) => {
    const inner = found.startsWith(`${type}/`) && found.endsWith(subtype) ? found.slice(type.length + 1, -subtype.length) : '';
    return inner !== '' && !inner.includes('/');
  };
}

export const headerTest = (name, test) => (request) => request.header(name.toLowerCase()).some(test);
export const headerPresent = (name, present) => (request) => request.header(name.toLowerCase()).length > 0 === present;
export const queryTest = (name, test) => (request) => request.query(name).some(test);
export const queryPresent = (name, present) => (request) => request.query(name).length > 0 === present;

/** Cuts a template at each `/` outside braces. */
function pieces(text) {
  const found = [''];
  let depth = 0;
  for (const c of text.slice(1)) {
    if (c === '{') depth++;
    if (c === '}' && --depth < 0) throw new Mistake('invalid-path', 'a } without a {');
    if (c === '/' && depth === 0) found.push('');
    else found[found.length - 1] += c;
  }
  if (depth > 0) throw new Mistake('invalid-path', 'a { without a }');
  return found;
}

function segmentTest(piece, names) {
  if (piece === '*') return (segment) => segment !== '';
  const [, before, inside, after] = /^([^{}*]*)\{(.*)\}([^{}*]*)$/s.exec(piece) ?? [];
  if (inside === undefined) {
    if (/[*{]|\p{Cc}|^\.\.?$/u.test(piece)) throw new Mistake('invalid-path', `"${piece}" is no segment of a template`);
    return (segment) => segment === piece;
  }
  const [, name, , expression] = /^([A-Za-z_][A-Za-z0-9_-]*)(:(.+))?$/s.exec(inside) ?? [];
  if (!name || names.includes(name)) throw new Mistake('invalid-path', `"${piece}" has no capture of a name of its own`);
  names.push(name);
  const limit = expression === undefined ? null : regex(expression);
  return (segment, captures) => {
    const middle = segment.slice(before.length, segment.length - after.length);
    const fits = segment.length > before.length + after.length
      && segment.startsWith(before) && segment.endsWith(after) && (!limit || limit.matches(middle));
    if (fits) captures[name] = middle;
    return fits;
  };
}

/** A path template: {names, fits(segments) → captures or null}. */
export function template(text) {
  if (!text.startsWith('/')) throw new Mistake('invalid-path', 'a template starts with /');
  const parts = pieces(text);
  const open = parts.at(-1) === '**';
  if (open) parts.pop();
  if (parts.length > MAX_SEGMENTS) throw new Mistake('invalid-path', 'too many segments');
  const names = [];
  const tests = parts.map((piece) => segmentTest(piece, names));
  return {
    names,
    fits(segments) {
      if (open ? segments.length < tests.length : segments.length !== tests.length) return null;
      const captures = Object.create(null);
      return tests.every((test, i) => test(segments[i], captures)) ? captures : null;
    },
  };
}
