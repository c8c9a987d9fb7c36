// SPDX-License-Identifier: Apache-2.0
// Regular expressions in RE2's syntax, in time linear in the text: a parser, and a machine that follows all
// alternatives at once. JavaScript's own RegExp is not used for them: it backtracks, and it reads some of them
// otherwise (captures inside repetitions, `.`, `\s`, braces).
// Left out, and answered with Unsupported: flags such as (?i), \p{…}, \Q…\E, \C and octal escapes.

/** An expression that RE2 takes and this program does not. */
export class Unsupported extends Error {}

const MAX_ATOMS = 20_000;
const MAX_STEPS = 4 * MAX_ATOMS; // empty groups are no atoms, and yet are written out when they repeat
const MAX_GROUPS = 100;
const MAX_REPEAT = 1_000;

const range = (text) => [...text.matchAll(/(.)-(.)/gsu)].map((m) => [m[1].codePointAt(0), m[2].codePointAt(0)]);
const DIGIT = range('0-9');
const WORD = range('0-9A-Z_-_a-z');
const SPACE = range('\t-\n\f-\r - ');
const PERL = { d: DIGIT, w: WORD, s: SPACE };
const POSIX = {
  alnum: range('0-9A-Za-z'), alpha: range('A-Za-z'), ascii: range('\0-\x7f'), blank: range('\t-\t - '),
  cntrl: range('\0-\x1f\x7f-\x7f'), digit: DIGIT, graph: range('!-~'), lower: range('a-z'), print: range(' -~'),
  punct: range('!-/:-@[-`{-~'), space: range('\t-\r - '), upper: range('A-Z'), word: WORD, xdigit: range('0-9A-Fa-f'),
};
const CONTROLS = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };
const ANY = [[0, 9], [11, 0x10ffff]];

const within = (ranges, point) => ranges.some(([from, to]) => from <= point && point <= to);
const isWord = (point) => point !== undefined && within(WORD, point);

function complement(ranges) {
  const gaps = [];
  let next = 0;
  for (const [from, to] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (from > next) gaps.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= 0x10ffff) gaps.push([next, 0x10ffff]);
  return gaps;
}

/** Reads an expression into a tree: {set}, {at}, {seq}, {any}, {group, node}, {node, min, max, lazy}. */
class Parser {
  constructor(text) {
    this.chars = [...text];
    this.at = 0;
    this.groups = 0;
    this.names = new Set();
  }

  fail(why) {
    throw new SyntaxError(`no regular expression: ${why} at character ${this.at + 1}`);
  }

  peek(text) {
    return [...text].every((c, i) => this.chars[this.at + i] === c);
  }

  take(text) {
    const there = this.peek(text);
    if (there) this.at += [...text].length;
    return there;
  }

  whole() {
    const tree = this.alternatives(0);
    if (this.at < this.chars.length) this.fail('unexpected )');
    return tree;
  }

  alternatives(depth) {
    const any = [this.sequence(depth)];
    while (this.take('|')) any.push(this.sequence(depth));
    return any.length === 1 ? any[0] : { any };
  }

  sequence(depth) {
    const seq = [];
    while (this.at < this.chars.length && !this.peek('|') && !this.peek(')')) {
      seq.push(this.repeated(this.atom(depth)));
    }
    return { seq };
  }

  repeated(node) {
    const bounds = this.bounds();
    if (!bounds) return node;
    const lazy = this.take('?');
    const before = this.at;
    if (this.bounds()) {
      this.at = before;
      this.fail('a repetition of a repetition');
    }
    return { node, ...bounds, lazy };
  }

  bounds() {
    if (this.take('*')) return { min: 0, max: Infinity };
    if (this.take('+')) return { min: 1, max: Infinity };
    if (this.take('?')) return { min: 0, max: 1 };
    const counted = this.peek('{') && /^\{(\d+)(,(\d*))?\}/.exec(this.chars.slice(this.at, this.at + 24).join(''));
    if (!counted) return null;
    const min = Number(counted[1]);
    const max = counted[2] === undefined ? min : counted[3] === '' ? Infinity : Number(counted[3]);
    if (min > MAX_REPEAT || (max !== Infinity && max > MAX_REPEAT) || min > max) this.fail('a repetition out of bounds');
    this.at += counted[0].length;
    return { min, max };
  }

  atom(depth) {
    if (this.peek('(')) return this.group(depth + 1);
    if (this.peek('[')) return { set: this.set() };
    const c = this.chars[this.at++];
    if (c === '.') return { set: ANY };
    if (c === '^') return { at: 'start' };
    if (c === '$') return { at: 'end' };
    if (c === '\\') return this.escape();
    if ('*+?'.includes(c)) this.fail('nothing to repeat');
    return { set: [[c.codePointAt(0), c.codePointAt(0)]] };
  }

  group(depth) {
    if (depth > MAX_GROUPS) this.fail('too many open parentheses');
    this.at++;
    let number = 0;
    if (this.take('?')) {
      if (!this.take(':')) {
        const named = /^P?<([A-Za-z0-9_]+)>/.exec(this.chars.slice(this.at).join(''));
        if (!named) this.flags();
        if (this.names.has(named[1])) this.fail('a name that stands twice');
        this.names.add(named[1]);
        this.at += named[0].length;
        number = ++this.groups;
      }
    } else {
      number = ++this.groups;
    }
    const node = this.alternatives(depth);
    if (!this.take(')')) this.fail('a missing )');
    return number ? { group: number, node } : node;
  }

  flags() {
    if (/^-?[imsU]+(-[imsU]+)?[:)]/.test(this.chars.slice(this.at).join(''))) {
      throw new Unsupported('flags in regular expressions');
    }
    this.fail('an unknown group');
  }

  escape() {
    const c = this.chars[this.at];
    const anchor = { A: 'start', z: 'end', b: 'word', B: 'no-word' }[c];
    if (!anchor) return { set: this.escapedSet() };
    this.at++;
    return { at: anchor };
  }

  escapedSet() {
    const c = this.chars[this.at++];
    if (c === undefined) this.fail('a backslash at the end');
    if (PERL[c]) return PERL[c];
    if (PERL[c.toLowerCase()]) return complement(PERL[c.toLowerCase()]);
    if (CONTROLS[c]) return [[CONTROLS[c], CONTROLS[c]]];
    if (c === 'x') return this.hexadecimal();
    if (/[pPQEC0]/.test(c) || (/[1-7]/.test(c) && /[0-7]/.test(this.chars[this.at]))) throw new Unsupported(`\\${c} in regular expressions`);
    if (/[A-Za-z0-9]/.test(c) || c > '\x7f') this.fail(`an unknown escape \\${c}`);
    return [[c.codePointAt(0), c.codePointAt(0)]];
  }

  hexadecimal() {
    const digits = /^(?:\{([0-9A-Fa-f]{1,8})\}|([0-9A-Fa-f]{2}))/.exec(this.chars.slice(this.at, this.at + 10).join(''));
    const point = digits ? parseInt(digits[1] ?? digits[2], 16) : Infinity;
    if (point > 0x10ffff) this.fail('a bad \\x');
    this.at += digits[0].length;
    return [[point, point]];
  }

  set() {
    this.at++;
    const negated = this.take('^');
    const ranges = [];
    for (let first = true; first || !this.peek(']'); first = false) {
      if (this.at >= this.chars.length) this.fail('a missing ]');
      const posix = /^\[:(\^?)(\w+):\]/.exec(this.chars.slice(this.at, this.at + 14).join(''));
      if (posix) {
        if (!Object.hasOwn(POSIX, posix[2])) this.fail('an unknown class');
        ranges.push(...(posix[1] ? complement(POSIX[posix[2]]) : POSIX[posix[2]]));
        this.at += posix[0].length;
        continue;
      }
      if (this.peek('-') && !first && this.chars[this.at + 1] !== ']') this.fail('a range without a start');
      const from = this.member();
      if (from.length === 1 && this.peek('-') && this.chars[this.at + 1] !== ']') {
        this.at++;
        const to = this.member();
        if (to.length !== 1 || to[0][0] < from[0][0]) this.fail('a bad range');
        ranges.push([from[0][0], to[0][1]]);
      } else {
        ranges.push(...from);
      }
    }
    this.at++;
    return negated ? complement(ranges) : ranges;
  }

  member() {
    if (this.at >= this.chars.length) this.fail('a missing ]');
    if (this.take('\\')) return this.escapedSet();
    const point = this.chars[this.at++].codePointAt(0);
    return [[point, point]];
  }
}

/** How many characters and classes there are, with repetitions written out. */
function atoms(node) {
  if (node.group) return atoms(node.node);
  const inside = node.seq ?? node.any ?? (node.node ? [node.node] : []);
  const sum = inside.reduce((total, one) => total + atoms(one), node.set || node.at ? 1 : 0);
  return node.max === undefined ? sum : sum * Math.max(1, node.max === Infinity ? node.min : node.max);
}

/** Writes the tree as steps: a set to pass, an anchor, a place to save, or a fork into `next` (first choice) and `other`. */
function compile(tree) {
  const steps = [];
  const add = (step) => {
    if (steps.length === MAX_STEPS) throw new Unsupported('empty groups that repeat so often');
    return steps.push(step) - 1;
  };
  const fork = (lazy, write) => {
    const at = add({});
    write();
    const [inside, behind] = [at + 1, steps.length];
    Object.assign(steps[at], lazy ? { next: behind, other: inside } : { next: inside, other: behind });
  };
  const write = (node) => {
    if (node.set) add({ set: node.set });
    else if (node.at) add({ at: node.at });
    else if (node.seq) node.seq.forEach(write);
    else if (node.group) {
      add({ save: 2 * node.group });
      write(node.node);
      add({ save: 2 * node.group + 1 });
    } else if (node.any) {
      const ends = [];
      node.any.forEach((one, i) => {
        if (i === node.any.length - 1) return write(one);
        fork(false, () => {
          write(one);
          ends.push(add({ next: 0 }));
        });
      });
      ends.forEach((end) => (steps[end].next = steps.length));
    } else {
      for (let i = 0; i < node.min; i++) write(node.node);
      if (node.max === Infinity) {
        const loop = steps.length;
        fork(node.lazy, () => {
          write(node.node);
          add({ next: loop });
        });
      } else {
        const optional = (left) => left > 0 && fork(node.lazy, () => {
          write(node.node);
          optional(left - 1);
        });
        optional(node.max - node.min);
      }
    }
  };
  write(tree);
  add({ match: true });
  return steps;
}

/** An expression that is ready to be asked. */
export class Regex {
  constructor(text) {
    const parser = new Parser(text);
    const tree = parser.whole();
    if (atoms(tree) > MAX_ATOMS) throw new SyntaxError('no regular expression: it is too large');
    this.steps = compile(tree);
    this.groups = parser.groups;
  }

  /** Whether the expression fits the whole text. */
  matches(text) {
    return this.run([...text], true) !== null;
  }

  /** What the first group holds in the first place where the expression fits; null if there is none. */
  find(text) {
    const chars = [...text];
    const saved = this.run(chars, false);
    return saved?.[2] === undefined || saved[3] === undefined ? null : chars.slice(saved[2], saved[3]).join('');
  }

  run(chars, whole) {
    let found = null;
    let threads = [];
    for (let at = 0; at <= chars.length; at++) {
      const point = chars[at]?.codePointAt(0);
      const seen = new Set();
      const now = [];
      threads.forEach(([step, saved]) => this.follow(step, saved, chars, at, seen, now));
      if (!found && (at === 0 || !whole)) this.follow(0, [], chars, at, seen, now);
      threads = [];
      for (const [step, saved] of now) {
        if (this.steps[step].match) {
          if (whole && at < chars.length) continue;
          found = saved;
          break;
        }
        if (point !== undefined && within(this.steps[step].set, point)) threads.push([step + 1, saved]);
      }
      if (threads.length === 0 && (found || whole)) break;
    }
    return found;
  }

  /** Adds to `now` the sets and ends that can be reached from a step without passing a character, best first. */
  follow(start, savedAtStart, chars, at, seen, now) {
    const open = [[start, savedAtStart]];
    while (open.length > 0) {
      const [number, saved] = open.pop();
      if (seen.has(number)) continue;
      seen.add(number);
      const step = this.steps[number];
      if (step.set || step.match) now.push([number, saved]);
      else if (step.at) {
        if (holds(step.at, chars, at)) open.push([number + 1, saved]);
      } else if (step.save !== undefined) {
        const copy = [...saved];
        copy[step.save] = at;
        open.push([number + 1, copy]);
      } else {
        if (step.other !== undefined) open.push([step.other, saved]);
        open.push([step.next, saved]);
      }
    }
  }
}

function holds(anchor, chars, at) {
  if (anchor === 'start') return at === 0;
  if (anchor === 'end') return at === chars.length;
  const border = isWord(chars[at - 1]?.codePointAt(0)) !== isWord(chars[at]?.codePointAt(0));
  return border === (anchor === 'word');
}
