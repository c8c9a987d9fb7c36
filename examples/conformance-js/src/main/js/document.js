// SPDX-License-Identifier: Apache-2.0
// A rule file as YAML with positions. Tags, loops and floods of aliases are refused here; what the keys mean is the
// business of rules.js. Scalars are not turned into numbers or booleans: the reader asks which kind it is.

import { isAlias, isCollection, isMap, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import { isWellFormed } from './request.js';

const MAX_LEVELS = 50;
const MAX_ALIASES = 50;
const SPECIAL = {
  null: /^(~|null|Null|NULL|)$/,
  boolean: /^(true|True|TRUE|false|False|FALSE|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF)$/,
  number: /^[-+]?(0x[0-9a-fA-F_]+|0b[01_]+|[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?|(\.[0-9][0-9_]*|[0-9][0-9_]*(\.[0-9_]*)?)([eE][-+]?[0-9]+)?|\.(inf|Inf|INF))$|^\.(nan|NaN|NAN)$/,
};

/** The parts of a rule file, and the mistakes that were found in it: {at: "line:column", code, message}. */
export class RuleDocument {
  constructor(text) {
    // A byte order mark does not count; a carriage return alone ends a line in YAML, which this YAML reader does not know.
    this.text = text.replace(/^\ufeff/, '').replace(/\r(?!\n)/g, '\n');
    this.mistakes = [];
    this.lines = new LineCounter();
    const options = { schema: 'failsafe', uniqueKeys: false, merge: false, lineCounter: this.lines, prettyErrors: false };
    const documents = [parseAllDocuments(this.text, options)].flat();
    this.document = documents[0];
    const error = documents.flatMap((one) => one.errors)[0];
    const unprintable = this.text.search(/[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
    if (unprintable >= 0) this.mistakeAt(unprintable, 'yaml', 'a character that YAML does not allow');
    else if (error) this.mistakeAt(error.pos[0], 'yaml', error.message);
    else if (documents.length > 1) this.mistakeAt(documents[1].range[0], 'yaml', 'one document only');
    else if (this.document) this.checkNodes();
  }

  get root() {
    return this.document?.contents ?? null;
  }

  checkNodes() {
    let aliases = 0;
    visit(this.document, (key, node, path) => {
      if (path.filter(isCollection).length > MAX_LEVELS) {
        this.mistake(node, 'yaml', 'too many levels');
        return visit.BREAK;
      }
      if (node?.tag !== undefined) this.mistakeAt(this.tagOf(node), 'yaml', 'tags are not allowed');
      if (isScalar(node) && !isWellFormed(String(node.value))) this.mistake(node, 'yaml', 'half of a surrogate pair');
      if (!isAlias(node)) return undefined;
      const target = node.resolve(this.document);
      const isLoop = path.includes(target);
      if (isCollection(target)) aliases++;
      if (!target || isLoop || aliases > MAX_ALIASES) {
        this.mistake(node, 'yaml', target ? 'a loop or flood of aliases' : 'an alias without an anchor');
        return visit.BREAK;
      }
      return undefined;
    });
  }

  /** Where the tag before a node begins. */
  tagOf(node) {
    return this.text.slice(0, node.range[0]).search(/![^\s,[\]{}]*(\s+&\S+)?\s*$/);
  }

  mistakeAt(offset, code, message) {
    const { line, col } = this.lines.linePos(offset);
    const before = this.text.slice(offset - (col - 1), offset);
    this.mistakes.push({ at: `${line}:${[...before].length + 1}`, code, message });
  }

  mistake(node, code, message) {
    this.mistakeAt(node?.range?.[0] ?? 0, code, message);
  }

  /** The node that an alias stands for; any other node itself. */
  followed(node) {
    return isAlias(node) ? node.resolve(this.document) : node;
  }

  /** `map`, `list`, `text`, `null`, `boolean` or `number`. */
  kind(node) {
    if (isMap(node)) return 'map';
    if (isCollection(node)) return 'list';
    if (!isScalar(node)) return 'null';
    if (node.type !== 'PLAIN') return 'text';
    return Object.keys(SPECIAL).find((kind) => SPECIAL[kind].test(node.source ?? '')) ?? 'text';
  }

  /** A map's entries: {name, key, value}; a key that stands twice is a mistake and left out. */
  entries(map) {
    const seen = new Set();
    const found = [];
    for (const { key, value } of map.items) {
      const name = isScalar(key) && key.value ? String(key.value) : null;
      if (name === null) this.mistake(key, 'wrong-type', 'a key has to be a text');
      else if (seen.has(name)) this.mistake(key, 'duplicate-key', `"${name}" stands twice`);
      else found.push({ name, key, value: this.followed(value) ?? { range: key.range } });
      seen.add(name);
    }
    return found;
  }

  /** What a node says, as plain data. */
  plain(node) {
    const followed = this.followed(node);
    const kind = this.kind(followed);
    if (kind === 'map') return Object.fromEntries(this.entries(followed).map(({ name, value }) => [name, this.plain(value)]));
    if (kind === 'list') return followed.items.map((item) => this.plain(item));
    return kind === 'number' ? Number(followed.source) : kind === 'boolean' ? /^t/i.test(followed.source) : followed.value;
  }
}
