// SPDX-License-Identifier: Apache-2.0
// A field of a JSON body, found while the body arrives. The scanner takes one byte at a time, so chunks cannot matter, and
// stops at the byte that settles the answer: what follows is never looked at. It holds the open brackets, the name or text
// that it is in, and the one value found so far.

import { isWellFormed, utf8 } from '../request.js';
import { ABSENT, AMBIGUOUS } from './head.js';

/** A body that is no JSON up to the place where the answer would be certain. */
export const BROKEN = Symbol('broken');

const END = -1;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LITERALS = { t: 'true', f: 'false', n: 'null' };
const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
// What may follow in a number, by the last character's part; it may end after zero, int, fraction and power.
const NUMBER = {
  minus: { 0: 'zero', d: 'int' },
  zero: { '.': 'point', e: 'e' },
  int: { 0: 'int', d: 'int', '.': 'point', e: 'e' },
  point: { 0: 'fraction', d: 'fraction' },
  fraction: { 0: 'fraction', d: 'fraction', e: 'e' },
  e: { 0: 'power', d: 'power', '-': 'sign', '+': 'sign' },
  sign: { 0: 'power', d: 'power' },
  power: { 0: 'power', d: 'power' },
};
const NUMBER_ENDS = ['zero', 'int', 'fraction', 'power'];

const isSpace = (b) => b === 0x20 || b === 0x09 || b === 0x0a || b === 0x0d;
const endsScalar = (b) => isSpace(b) || b === 0x2c || b === 0x5d || b === 0x7d;

class Broken extends Error {}

/**
 * The bytes that a lead byte asks for: the first one's bounds and how many follow in all (RFC 3629).
 */
function continuation(lead) {
  if (lead >= 0xc2 && lead <= 0xdf) return [0x80, 0xbf, 1];
  if (lead >= 0xe0 && lead <= 0xef) return [lead === 0xe0 ? 0xa0 : 0x80, lead === 0xed ? 0x9f : 0xbf, 2];
  if (lead >= 0xf0 && lead <= 0xf4) return [lead === 0xf0 ? 0x90 : 0x80, lead === 0xf4 ? 0x8f : 0xbf, 3];
  throw new Broken();
}

/** A string behind its opening quote, up to the closing one. A lone surrogate stays one. */
function* string() {
  let text = '';
  let raw = [];
  const flush = () => {
    text += utf8(Uint8Array.from(raw));
    raw = [];
  };
  for (;;) {
    const b = yield;
    if (b === QUOTE) {
      flush();
      return text;
    }
    if (b < 0x20) throw new Broken();
    if (b === BACKSLASH) {
      flush();
      text += yield* escape();
    } else {
      raw.push(b);
      if (b >= 0x80) {
        const [from, to, count] = continuation(b);
        for (let i = 0; i < count; i++) {
          const next = yield;
          if (next < (i === 0 ? from : 0x80) || next > (i === 0 ? to : 0xbf)) throw new Broken();
          raw.push(next);
        }
      }
    }
  }
}

function* escape() {
  const letter = String.fromCharCode(yield);
  if (letter !== 'u') {
    if (!ESCAPES[letter]) throw new Broken();
    return ESCAPES[letter];
  }
  let digits = '';
  for (let i = 0; i < 4; i++) {
    const digit = String.fromCharCode(yield);
    if (!/[0-9A-Fa-f]/.test(digit)) throw new Broken();
    digits += digit;
  }
  return String.fromCharCode(parseInt(digits, 16));
}

/** A literal from its first byte to the byte behind it. */
function* literal(first) {
  const word = LITERALS[first];
  for (const letter of word.slice(1)) {
    if ((yield) !== letter.charCodeAt(0)) throw new Broken();
  }
  return { text: null, next: yield };
}

/** A number from its first byte to the byte behind it; the text is null if it is no integer. */
function* number(first) {
  let text = '';
  let part = 'minus';
  let b = first.charCodeAt(0);
  if (first === '-') {
    text = first;
    b = yield;
  }
  for (;;) {
    const c = String.fromCharCode(b);
    const follows = NUMBER[part][c === 'E' ? 'e' : c >= '1' && c <= '9' ? 'd' : c];
    if (!follows) break;
    part = follows;
    text += c;
    b = yield;
  }
  if (!NUMBER_ENDS.includes(part)) throw new Broken();
  return { text: part === 'zero' || part === 'int' ? text : null, next: b };
}

/** Where a pointer's next name is looked for: an object's first member of that name, an array's element, or all of them. */
class Bracket {
  /** @param {boolean} isArray @param {?string} name what is looked for here; null for nothing */
  constructor(isArray, level, name) {
    this.isArray = isArray;
    this.level = level;
    this.name = name;
    this.index = 0;
    this.found = false;
  }

  /** The level of a member's value along the pointer; -1 if it is off the way. */
  levelOf(member) {
    if (this.name === null) return -1;
    if (this.isArray && this.name === '*') return this.level + 1;
    if (this.found || member !== this.name) return -1;
    this.found = true;
    return this.level + 1;
  }
}

/** Follows the pointer through a document; returns the answer, settled by the byte that was taken last. */
function* scan(names, maxDepth) {
  const open = [];
  let stars = 0; // open arrays of which every element counts
  let value = null;
  let b = yield;
  if (b === 0xef) {
    if ((yield) !== 0xbb || (yield) !== 0xbf) throw new Broken();
    b = yield;
  }

  /** The answer, if a text or null for no value at this level settles it. */
  const settle = (level, text) => {
    if (level < 0) return null;
    const found = level === names.length && text !== null && text !== '' && isWellFormed(text) ? text : null;
    if (stars === 0) return found ?? ABSENT;
    if (found !== null && value !== null && found !== value) return AMBIGUOUS;
    value ??= found;
    return null;
  };
  const leads = (isArray, name) => (isArray ? name === '*' || /^(0|[1-9][0-9]*)$/.test(name) : name !== '*');

  let level = 0;
  let expect = 'value'; // or first (value or end of an array), name, first-name, colon, comma
  for (;;) {
    while (isSpace(b)) b = yield;
    const top = open.at(-1);
    let next; // the byte that a scalar looked at already
    if (expect === 'comma') {
      if (b === 0x2c) {
        expect = top.isArray ? 'value' : 'name';
        if (top.isArray) level = top.levelOf(String(++top.index));
      } else {
        expect = 'close';
      }
    } else if (expect === 'colon') {
      if (b !== 0x3a) throw new Broken();
      expect = 'value';
    } else if ((expect === 'first' && b === 0x5d) || (expect === 'first-name' && b === 0x7d)) {
      expect = 'close';
    } else if (expect === 'name' || expect === 'first-name') {
      if (b !== QUOTE) throw new Broken();
      level = top.levelOf(yield* string());
      expect = 'colon';
    } else {
      let settled = null;
      if (b === QUOTE) {
        settled = settle(level, yield* string());
        expect = 'comma';
      } else if (b === 0x5b || b === 0x7b) {
        const isArray = b === 0x5b;
        if (open.length === maxDepth) throw new Broken();
        const name = level >= 0 && level < names.length && leads(isArray, names[level]) ? names[level] : null;
        if (name === null) settled = settle(level, null);
        open.push(new Bracket(isArray, level, name));
        if (isArray && name === '*') stars++;
        expect = isArray ? 'first' : 'first-name';
        level = isArray ? open.at(-1).levelOf('0') : -1;
      } else if ('-0123456789tfn'.includes(String.fromCharCode(b))) {
        const first = String.fromCharCode(b);
        const { text, next: behind } = yield* LITERALS[first] ? literal(first) : number(first);
        if (behind === END ? open.length > 0 : !endsScalar(behind)) throw new Broken();
        settled = settle(level, text);
        next = behind;
        expect = 'comma';
      } else {
        throw new Broken();
      }
      if (settled !== null) return settled;
    }
    if (expect === 'close') {
      if (b !== (top.isArray ? 0x5d : 0x7d)) throw new Broken();
      open.pop();
      const isStar = top.isArray && top.name === '*';
      if (isStar && --stars === 0) return value ?? ABSENT;
      if (top.name !== null && !isStar && stars === 0) return ABSENT;
      expect = 'comma';
    }
    b = next ?? (yield);
  }
}

/** A scan of one body. */
export class JsonScan {
  /**
   * @param {string[]} names the pointer's names; `*` stands for every element of an array
   * @param {number} maxDepth how many brackets may be open
   */
  constructor(names, maxDepth) {
    this.steps = scan(names, maxDepth);
    this.steps.next();
  }

  /** Takes a byte; gives the answer if it is certain now, otherwise undefined. */
  take(byte) {
    try {
      const { done, value } = this.steps.next(byte);
      return done ? value : undefined;
    } catch (e) {
      if (e instanceof Broken) return BROKEN;
      throw e;
    }
  }

  /** The body has ended. */
  end() {
    return this.take(END) ?? BROKEN;
  }
}
