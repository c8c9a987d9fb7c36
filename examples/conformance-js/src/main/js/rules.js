// SPDX-License-Identifier: Apache-2.0
// A rule file becomes a program: rules with functions for conditions and sources, outcomes, cells. Every mistake is
// collected; where there is one, there is no program. Reading is a table for each kind of mapping: its keys, and how the
// value of each is read.

import { RuleDocument } from './document.js';
import * as head from './extract/head.js';
import { capture, isKeyValue, PLAIN, stripPrefix } from './extract/transforms.js';
import * as match from './match.js';
import { Mistake, regex } from './match.js';
import { Unsupported } from './regex.js';

const NAME = /^[a-z0-9][a-z0-9-]{0,62}$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const UNITS = { '': 1, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
const WORDS = ['prefix', 'suffix', 'contains', 'regex', 'present'];
const EFFECTS = ['then', 'key', 'cell-from'];
const PLACES = ['header', 'cookie', 'query'];
const HAND_ON = { do: 'authority' };
const reject = (status) => ({ do: 'reject', status });
export const DEFAULT_OUTCOMES = {
  'no-rule': [HAND_ON, reject(404)],
  ambiguous: [reject(400)],
  malformed: [reject(400)],
  'unreadable-body': [HAND_ON, reject(413)],
  'unknown-key': [reject(404)],
  unavailable: [reject(503)],
};
const MAX = { rules: 20_000, conditions: 64, list: 1_000, sources: 64, transforms: 16, actions: 8, cells: 10_000, tokens: 64 };
const MAX_TEXT = 4_096;
const MAX_LIMIT = 2 ** 30;
export const DEFAULT_BODY = { limit: 64 * 1024, depth: 64 };

/** The bytes of a size such as 64KiB; infinite if it is none. */
export function sizeBytes(text) {
  const [, digits, unit] = /^([0-9]+)(B|KiB|MiB|GiB)?$/.exec(text) ?? [];
  return digits === undefined ? Infinity : Number(digits) * UNITS[unit ?? ''];
}

/** @returns {{mistakes: object[]} | {program: object}} */
export function load(text) {
  const document = new RuleDocument(text);
  const program = document.mistakes.length === 0 ? new RuleReader(document).file(document.root) : null;
  return document.mistakes.length > 0 ? { mistakes: document.mistakes } : { program, content: document.plain(document.root) };
}

class RuleReader {
  constructor(document) {
    this.document = document;
    this.misspelt = new Set(); // maps with an unknown key, which is probably the one that is missing
    this.cells = null;
    this.tokens = new Map();
    this.body = DEFAULT_BODY;
  }

  // --- what every mapping, list and text has in common

  mistake(node, code, message) {
    this.document.mistake(node, code, message);
  }

  /** Whether a node is of a kind and, where it is a collection, not empty. */
  is(node, kind, mayBeEmpty = false) {
    if (this.document.kind(node) !== kind) {
      this.mistake(node, 'wrong-type', `a ${kind} is expected`);
      return false;
    }
    if (node.items?.length === 0 && !mayBeEmpty) {
      this.mistake(node, 'invalid-value', `an empty ${kind}`);
      return false;
    }
    return true;
  }

  /** Reads a map with fixed keys; null if it is none. What is missing or wrong is undefined. */
  fields(node, readers, required = []) {
    if (!this.is(node, 'map')) return null;
    const found = {};
    for (const { name, key, value } of this.document.entries(node)) {
      found[name] = undefined;
      if (Object.hasOwn(readers, name)) found[name] = readers[name](value, key);
      else {
        this.mistake(key, 'unknown-key', `unknown key "${name}"`);
        this.misspelt.add(node);
      }
    }
    for (const name of required) {
      if (!Object.hasOwn(found, name)) this.mistake(node, 'missing-key', `"${name}" is missing`);
    }
    return found;
  }

  /** Reads a map of which exactly one key of several has to be there; gives that key. */
  oneOf(node, found, names) {
    const there = names.filter((name) => found !== null && Object.hasOwn(found, name));
    if (found !== null && there.length === 0 && !this.misspelt.has(node)) this.mistake(node, 'missing-key', `one of ${names} is missing`);
    if (there.length > 1) this.mistake(node, 'conflicting-keys', `${there} exclude each other`);
    return there.length === 1 ? there[0] : undefined;
  }

  list(node, read, max, mayBeEmpty = false) {
    if (!this.is(node, 'list', mayBeEmpty)) return [];
    this.atMost(max, node.items);
    return node.items.map((item) => read(this.document.followed(item)));
  }

  atMost(max, items) {
    if (items.length > max) this.mistake(items[max].key ?? items[max], 'invalid-value', `more than ${max} entries`);
  }

  oneOrMore(node, read, max = MAX.list) {
    return this.document.kind(node) === 'list' ? this.list(node, read, max) : [read(node)];
  }

  /** Reads a text and makes something of it; a Mistake that is thrown is reported at the text. */
  text(node, make = (text) => text) {
    if (!this.is(node, 'text')) return undefined;
    return this.made(node, node.value, make);
  }

  made(node, text, make) {
    if ([...text].length > MAX_TEXT) {
      this.mistake(node, 'invalid-value', 'a text that is too long');
      return undefined;
    }
    try {
      return make(text);
    } catch (e) {
      if (!(e instanceof Mistake)) throw e;
      this.mistake(node, e.code, e.message);
      return undefined;
    }
  }

  number(node) {
    if (this.document.kind(node) === 'number' && /^[0-9]+$/.test(node.source)) return Number(node.source);
    this.mistake(node, 'wrong-type', 'a whole number is expected');
    return undefined;
  }

  boolean(node) {
    if (this.document.kind(node) === 'boolean' && /^(true|false)$/i.test(node.source)) return /^t/i.test(node.source);
    this.mistake(node, 'wrong-type', 'true or false is expected');
    return undefined;
  }

  size(node) {
    if (this.document.kind(node) !== 'number' && !this.is(node, 'text')) return undefined;
    const bytes = sizeBytes(node.value);
    if (bytes <= MAX_LIMIT) return bytes;
    this.mistake(node, 'invalid-size', 'a size up to 1GiB is expected');
    return undefined;
  }

  // --- the file

  file(root) {
    const keep = (node) => node;
    const unsupported = (what) => () => {
      throw new Unsupported(what);
    };
    const parts = this.fields(root, {
      turnout: (node) => {
        const version = this.number(node);
        if (version !== undefined && version !== 1) this.mistake(node, 'unsupported-version', 'only 1 is known');
      },
      jwt: keep,
      body: keep,
      cells: keep,
      rules: keep,
      outcomes: keep,
      edges: unsupported('edges'),
      tags: unsupported('tags'),
      splits: unsupported('splits'),
    }, ['turnout', 'rules']);
    // Rules refer to the other sections, so these are read first, whatever their order in the file.
    const part = (name, read) => (parts?.[name] === undefined ? undefined : read(parts[name]));
    part('cells', (node) => this.readCells(node));
    part('body', (node) => this.readBody(node));
    part('jwt', (node) => this.readTokens(node));
    const outcomes = part('outcomes', (node) => this.readOutcomes(node));
    const names = new Set();
    const rules = part('rules', (node) => this.list(node, (item) => this.rule(item, names), MAX.rules, true));
    return { rules, outcomes: { ...DEFAULT_OUTCOMES, ...outcomes }, cells: this.cells && new Set(this.cells), depth: this.body.depth };
  }

  readCells(node) {
    const cells = this.list(node, (item) => {
      const name = this.text(item, (text) => {
        if (!NAME.test(text)) throw new Mistake('invalid-value', `"${text}" is no cell's name`);
        return text;
      });
      return { name, item };
    }, MAX.cells);
    const names = new Set();
    for (const { name, item } of cells) {
      if (name !== undefined && names.has(name)) this.mistake(item, 'duplicate-name', `"${name}" stands twice`);
      names.add(name);
    }
    this.cells = [...names];
  }

  readBody(node) {
    const found = this.fields(node, {
      limit: (value) => this.size(value),
      depth: (value) => {
        const depth = this.number(value);
        if (depth < 1 || depth > 1_000) this.mistake(value, 'invalid-value', 'a depth is 1 to 1000');
        return depth;
      },
    });
    this.body = { limit: found?.limit ?? DEFAULT_BODY.limit, depth: found?.depth ?? DEFAULT_BODY.depth };
  }

  readTokens(node) {
    if (!this.is(node, 'map')) return;
    this.atMost(MAX.tokens, node.items);
    for (const { name, value } of this.document.entries(node)) {
      const found = this.fields(value, { token: (place) => this.tokenPlace(place), verify: (how) => this.verify(how) }, ['token', 'verify']);
      this.tokens.set(name, found?.token);
    }
  }

  tokenPlace(node) {
    const found = this.fields(node, {
      header: (value) => this.text(value, (text) => head.header(headerName(text))),
      cookie: (value) => this.text(value, (text) => head.cookie(fieldName(text))),
      query: (value) => this.text(value, (text) => head.query(someText(text))),
      scheme: (value) => this.text(value, fieldName),
    });
    const where = this.oneOf(node, found, PLACES);
    if (where !== undefined && where !== 'header' && Object.hasOwn(found, 'scheme')) {
      this.mistake(node, 'conflicting-keys', 'a scheme stands with a header alone');
    }
    return where && { place: found[where], scheme: found.scheme ?? null };
  }

  verify(node) {
    if (this.document.kind(node) === 'map') throw new Unsupported('verified tokens');
    return this.text(node, (text) => {
      if (text !== 'none') throw new Mistake('invalid-value', 'verify is none, or a mapping');
    });
  }

  readOutcomes(node) {
    const readers = {};
    for (const name of Object.keys(DEFAULT_OUTCOMES)) {
      readers[name] = (value) => this.actions(value, name !== 'unreadable-body');
    }
    const found = this.fields(node, readers) ?? {};
    return Object.fromEntries(Object.entries(found).filter(([, actions]) => actions !== undefined));
  }

  actions(node, mayNameCell) {
    const isList = this.document.kind(node) === 'list';
    const found = this.oneOrMore(node, (item) => this.action(item, mayNameCell), MAX.actions);
    if (!isList && found[0]?.do === 'authority') return [HAND_ON, reject(503)];
    if (found.at(-1)?.do === 'authority') this.mistake(node.items.at(-1), 'invalid-action', 'a list ends with what every tier can do');
    return found;
  }

  action(node, mayNameCell = true) {
    return this.text(node, (text) => {
      const [, cell, status] = /^(?:cell ([a-z0-9][a-z0-9-]{0,62})|reject ([45][0-9][0-9]))$/.exec(text) ?? [];
      if (text === 'authority') return HAND_ON;
      if (status) return reject(Number(status));
      if (!cell || !mayNameCell) throw new Mistake('invalid-action', `"${text}" is no action here`);
      if (this.cells && !this.cells.includes(cell)) throw new Mistake('unknown-cell', `"${cell}" is not among the cells`);
      return { do: 'cell', cell };
    });
  }

  // --- a rule

  rule(node, names) {
    let when = { conditions: [], templates: null, count: 0 };
    let unless = null;
    const later = {};
    const keep = (name) => (value, key) => (later[name] = { value, key });
    const found = this.fields(node, {
      name: (value) => this.text(value, (text) => {
        if (names.has(text)) throw new Mistake('duplicate-name', `"${text}" stands twice`);
        names.add(text);
        return text;
      }),
      when: (value) => (when = this.conditions(value)),
      unless: (value) => (unless = this.conditions(value)),
      then: (value) => this.action(value),
      key: keep('key'),
      'cell-from': keep('cell-from'),
      'unknown-key': (value, key) => {
        keep('unknown-key')(value, key);
        return this.actions(value, true);
      },
    }, ['name']);
    if (found === null) return null;
    this.oneOf(node, found, EFFECTS);
    if (when.count + (unless?.count ?? 0) > MAX.conditions) this.mistake(node, 'invalid-value', `more than ${MAX.conditions} conditions`);
    const captures = new Set((when.templates ?? []).flatMap((template) => template?.names ?? []));
    const finding = later.key ? this.keyEffect(later.key.value, captures) : later['cell-from'] && this.cellEffect(later['cell-from'].value, captures);
    if (later['unknown-key'] && !later.key) this.mistake(later['unknown-key'].key, 'conflicting-keys', '"unknown-key" stands beside "key" alone');
    return { name: found.name, when, unless, then: found.then, finding, unknownKey: found['unknown-key'] };
  }

  keyEffect(node, captures) {
    const found = this.fields(node, {
      namespace: (value) => this.text(value, (text) => {
        if (!NAME.test(text)) throw new Mistake('invalid-value', `"${text}" is no namespace`);
        return text;
      }),
      ...this.findingReaders(captures),
    }, ['namespace', 'from']);
    return found && { namespace: found.namespace, sources: found.from, finish: finisher(found) };
  }

  cellEffect(node, captures) {
    const found = this.fields(node, this.findingReaders(captures), ['from']);
    if (this.cells === null) this.mistake(node, 'missing-key', '"cell-from" needs the cells of the file');
    return found && { namespace: null, sources: found.from, finish: finisher(found) };
  }

  findingReaders(captures) {
    return {
      from: (value) => this.list(value, (item) => this.source(item, captures), MAX.sources),
      transform: (value) => this.list(value, (item) => this.transform(item), MAX.transforms),
      match: (value) => this.text(value, regex),
    };
  }

  conditions(node) {
    const conditions = [];
    let templates = null;
    let count = 0;
    const any = (value, make) => {
      const tests = this.oneOrMore(value, (item) => this.text(item, make));
      count++;
      conditions.push((request) => tests.some((test) => test(request)));
    };
    const named = (value, check, test, presence) => {
      if (!this.is(value, 'map')) return;
      for (const { name, key, value: inner } of this.document.entries(value)) {
        count++;
        if (this.made(key, name, check) !== undefined) conditions.push(this.test(inner, (one) => test(name, one), (there) => presence(name, there)));
      }
    };
    this.fields(node, {
      method: (value) => any(value, (text) => match.method(fieldName(text))),
      host: (value) => any(value, match.host),
      path: (value) => {
        count++;
        templates = this.oneOrMore(value, (item) => this.text(item, match.template));
      },
      header: (value) => named(value, headerName, match.headerTest, match.headerPresent),
      query: (value) => named(value, someText, match.queryTest, match.queryPresent),
      'content-type': (value) => any(value, match.mediaType),
    });
    return { conditions, templates, count };
  }

  test(node, ofValue, ofPresence) {
    if (this.document.kind(node) !== 'map') return this.text(node, (text) => ofValue(match.valueTest('equal', text)));
    const readers = {};
    for (const word of WORDS) {
      readers[word] = (value) => this.text(value, (text) => ofValue(match.valueTest(word, text)));
    }
    readers.present = (value) => ofPresence(this.boolean(value));
    const found = this.fields(node, readers);
    const word = this.oneOf(node, found, WORDS);
    return word && found[word];
  }

  source(node, captures) {
    const readers = {
      header: (value) => this.text(value, (text) => head.header(headerName(text))),
      path: (value) => this.text(value, (text) => {
        if (!captures.has(text)) throw new Mistake('unknown-capture', `no template captures "${text}"`);
        return head.path(text);
      }),
      query: (value) => this.text(value, (text) => head.query(someText(text))),
      cookie: (value) => this.text(value, (text) => head.cookie(fieldName(text))),
      jwt: (value) => this.tokenSource(value),
      body: (value) => this.bodySource(value),
    };
    const found = this.fields(node, readers);
    const word = this.oneOf(node, found, Object.keys(readers));
    if (word === undefined) return undefined;
    return word === 'body' ? { word, ...found.body } : { word, head: found[word] };
  }

  tokenSource(node) {
    const found = this.fields(node, {
      token: (value) => this.text(value, (text) => {
        if (!this.tokens.has(text)) throw new Mistake('unknown-token', `no token "${text}" is described`);
        return this.tokens.get(text);
      }),
      claim: (value) => this.text(value, (text) => {
        if (text === '') throw new Mistake('invalid-value', 'an empty claim');
        if (text.startsWith('/')) pointer(text);
        return text;
      }),
    }, ['token', 'claim']);
    return found?.token && found.claim !== undefined ? head.jwt(found.token.place, found.token.scheme, found.claim) : undefined;
  }

  bodySource(node) {
    const found = this.fields(node, {
      json: (value) => this.text(value, pointer),
      form: (value) => this.text(value, someText),
      limit: (value) => {
        const limit = this.size(value);
        if (limit > this.body.limit) this.mistake(value, 'limit-too-large', 'more than the limit of the file');
        return limit;
      },
    });
    this.oneOf(node, found, ['json', 'form']);
    return { pointer: found?.json, form: found?.form, limit: found?.limit ?? this.body.limit };
  }

  transform(node) {
    if (this.document.kind(node) !== 'map') {
      return this.text(node, (text) => {
        if (!Object.hasOwn(PLAIN, text)) throw new Mistake('invalid-value', `unknown transform "${text}"`);
        return PLAIN[text];
      });
    }
    const readers = {
      'strip-prefix': (value) => this.text(value, stripPrefix),
      capture: (value) => this.text(value, (text) => {
        const compiled = regex(text);
        if (compiled.groups !== 1) throw new Mistake('invalid-regex', 'a capture has exactly one group');
        return capture(compiled);
      }),
    };
    const found = this.fields(node, readers);
    const word = this.oneOf(node, found, Object.keys(readers));
    return word && found[word];
  }
}

/** From the text that a source found to a key's value; null if it is none. */
function finisher({ transform = [], match: limit }) {
  return (text) => {
    let value = text;
    for (const step of transform) value = value === null ? null : step(value);
    return value !== null && (!limit || limit.matches(value)) && isKeyValue(value) ? value : null;
  };
}

function fieldName(text) {
  if (!TOKEN.test(text)) throw new Mistake('invalid-value', `"${text}" is no name`);
  return text;
}

function someText(text) {
  if (text === '') throw new Mistake('invalid-value', 'an empty name');
  return text;
}

function headerName(text) {
  if (/^turnout[-_]/i.test(fieldName(text))) throw new Mistake('invalid-value', 'a header of the router itself');
  return text;
}

function pointer(text) {
  const names = head.pointerNames(text);
  if (names === null) throw new Mistake('invalid-pointer', `"${text}" is no JSON pointer`);
  return names;
}
