// SPDX-License-Identifier: Apache-2.0
// The sources of the head. Each takes a request and the captures of the rule's path, and gives a text, ABSENT or AMBIGUOUS.

import { isWellFormed, utf8 } from '../request.js';
import { base64Bytes } from './transforms.js';

export const ABSENT = Symbol('absent');
export const AMBIGUOUS = Symbol('ambiguous');

const MAX_TOKEN = 16 * 1024;
const MAX_DEPTH = 64;

/** One value, if all are equal; an empty one alone is absent. */
function only(values) {
  const different = new Set(values);
  if (different.size > 1) return AMBIGUOUS;
  return values.length === 0 || values[0] === '' ? ABSENT : values[0];
}

export const header = (name) => (request) => only(request.header(name.toLowerCase()));
export const path = (capture) => (request, captures) => captures?.[capture] ?? ABSENT;
export const query = (name) => (request) => only(request.query(name));
export const cookie = (name) => (request) => only(request.cookie(name));

/** An unverified token: `place` is one of the sources above, `scheme` the word before the token or null. */
export const jwt = (place, scheme, claim) => (request) => {
  const found = place(request);
  if (typeof found !== 'string') return found;
  const words = /^(\S+) +(.*)$/s.exec(found);
  if (scheme !== null && words?.[1].toLowerCase() !== scheme.toLowerCase()) return ABSENT;
  const claims = claimsOf(scheme === null ? found : words[2]);
  return claims === null ? ABSENT : claimOf(claims, claim);
};

/** The payload of a token, with each name and text marked `s` and each number marked `n`; null if it is no token. */
function claimsOf(token) {
  const parts = /^[A-Za-z0-9_-]*\.([A-Za-z0-9_-]+)\.[A-Za-z0-9_-]*$/.exec(token);
  const bytes = parts && token.length <= MAX_TOKEN ? base64Bytes(parts[1]) : null;
  const text = bytes && utf8(bytes);
  if (text === null) return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  let depth = 0;
  let deepest = 0;
  // JSON.parse would lose the digits of a large integer, so a text that is known to be JSON gets its numbers quoted.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|[[\]{}]/g, (found) => {
    if ('[{'.includes(found)) deepest = Math.max(deepest, ++depth);
    else if (']}'.includes(found)) depth--;
    else return found[0] === '"' ? `"s${found.slice(1)}` : `"n${found}"`;
    return found;
  });
  const claims = JSON.parse(marked);
  return deepest > MAX_DEPTH || typeof claims !== 'object' || claims === null || Array.isArray(claims) ? null : claims;
}

function claimOf(claims, claim) {
  let at = claims;
  for (const name of claim.startsWith('/') ? pointerNames(claim) : [claim]) {
    const inside = Array.isArray(at) ? (/^(0|[1-9][0-9]*)$/.test(name) ? name : undefined) : `s${name}`;
    if (typeof at !== 'object' || at === null || inside === undefined || !Object.hasOwn(at, inside)) return ABSENT;
    at = at[inside];
  }
  if (typeof at !== 'string' || at === 's' || !isWellFormed(at)) return ABSENT;
  return at[0] === 's' || /^n-?[0-9]+$/.test(at) ? at.slice(1) : ABSENT;
}

/** The names in a JSON pointer (RFC 6901); null if it is none. */
export function pointerNames(pointer) {
  if (!/^(\/([^~/]|~[01])*)+$/s.test(pointer)) return null;
  return pointer.slice(1).split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
