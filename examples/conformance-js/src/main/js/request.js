// SPDX-License-Identifier: Apache-2.0
// A request as the rules see it: host, path segments, query parameters, cookies and header values, read from the bytes
// that came. No URL parser is used: one would repair what the rules must see as it is.
// A text that is not there is null; so is one that cannot be read.

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const COOKIE_VALUE = /^(?:"([!#-+\--:<-[\]-~]*)"|([!#-+\--:<-[\]-~]*))$/;

/** Bytes as UTF-8; null if they are none. */
export function utf8(bytes) {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

/** Whether a text has no half of a surrogate pair. */
export const isWellFormed = (text) => !/\p{Surrogate}/u.test(text);

/** A text without the characters of `space` at both ends, in linear time: /[ ]+$/ tries again at every space within. */
export function trimmed(text, space) {
  let from = 0;
  let to = text.length;
  while (from < to && space.includes(text[from])) from++;
  while (from < to && space.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

/** Optional white space (RFC 9110) taken off both ends. */
export const trimOptional = (text) => trimmed(text, ' \t');

/** A text with A to Z in lower case, and nothing else. */
export const asciiLowerCase = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Percent-decoded text; null if an escape is broken or the bytes are no UTF-8. */
export function percentDecoded(text) {
  const bytes = [];
  for (const part of text.match(/%[0-9A-Fa-f]{2}|[^%]+|%/g) ?? []) {
    if (part === '%') return null;
    if (part[0] === '%') bytes.push(parseInt(part.slice(1), 16));
    else for (const byte of Buffer.from(part, 'utf8')) bytes.push(byte);
  }
  return utf8(Uint8Array.from(bytes));
}

/** Host, path and query of a target. `*` and `host:443` have no path; what is none of the four forms (RFC 9112) is broken. */
function splitTarget(target) {
  const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#\\]*)/.exec(target);
  const rest = absolute ? target.slice(absolute[0].length) : target;
  const question = rest.indexOf('?');
  const path = question < 0 ? rest : rest.slice(0, question);
  return {
    authority: absolute ? absolute[1] : null,
    path: path.startsWith('/') ? path : null,
    isBroken: absolute ? /^[#\\]/.test(path) : /[/?#\\]/.test(target) && !target.startsWith('/'),
    query: question < 0 ? '' : rest.slice(question + 1),
  };
}

/** The decoded segments of a path, the text before each `/` aside; null if the path is malformed. */
function segmentsOf(path) {
  if (/[\\#]/.test(path)) return null;
  const segments = path.slice(1).split('/').map(percentDecoded);
  const malformed = (s) => s === null || s === '.' || s === '..' || /\p{Cc}/u.test(s);
  return segments.some(malformed) ? null : segments;
}

function parametersOf(query) {
  const parameters = [];
  for (const piece of query.split('&')) {
    const equals = piece.indexOf('=');
    const [name, value] = (equals < 0 ? [piece, ''] : [piece.slice(0, equals), piece.slice(equals + 1)])
      .map((part) => percentDecoded(part.replaceAll('+', ' ')));
    if (piece !== '' && name !== null && value !== null) parameters.push([name, value]);
  }
  return parameters;
}

function cookiesOf(fields) {
  const cookies = [];
  for (const piece of fields.flatMap((field) => field.split(';')).map(trimOptional)) {
    const equals = piece.indexOf('=');
    const value = COOKIE_VALUE.exec(piece.slice(equals + 1));
    if (equals > 0 && value && TOKEN.test(piece.slice(0, equals))) {
      cookies.push([piece.slice(0, equals), value[1] ?? value[2]]);
    }
  }
  return cookies;
}

const valuesOf = (pairs, name) => pairs.filter(([one]) => one === name).map(([, value]) => value);

export class Request {
  /**
   * @param {string} method
   * @param {string} target the request target as it came
   * @param {[string, string | null][]} fields header fields in their order; null is a value that is no UTF-8
   */
  constructor(method, target, fields) {
    const { authority, path, query, isBroken } = splitTarget(target);
    this.method = method;
    this.fields = fields.filter(([, value]) => value !== null)
      .map(([name, value]) => [asciiLowerCase(name), trimOptional(value)]);
    this.authority = authority;
    this.segments = path === null ? null : segmentsOf(path);
    this.isMalformed = isBroken || (path !== null && this.segments === null);
    this.parameters = parametersOf(query);
  }

  /** All values of a header, in their order. `Host` is that of an absolute target, if it is one. */
  header(name) {
    return name === 'host' && this.authority !== null ? [this.authority] : valuesOf(this.fields, name);
  }

  query(name) {
    return valuesOf(this.parameters, name);
  }

  cookie(name) {
    return valuesOf(cookiesOf(this.header('cookie')), name);
  }

  /** The host in lower case, without a port; null if there is none, several differ, or it names a user. */
  get host() {
    const [host, ...others] = new Set(this.header('host'));
    return host === undefined || others.length > 0 || host.includes('@') ? null : asciiLowerCase(host.replace(/:[0-9]+$/, ''));
  }

  /** The media type of the first `Content-Type`, in lower case, without parameters; empty if there is none. */
  get mediaType() {
    return asciiLowerCase(trimOptional((this.header('content-type')[0] ?? '').split(';')[0]));
  }

  /** Whether the body is encoded otherwise than `identity`. */
  get isEncoded() {
    const codings = this.header('content-encoding').flatMap((value) => value.split(',')).map(trimOptional);
    return codings.some((coding) => coding !== '' && coding.toLowerCase() !== 'identity');
  }
}
