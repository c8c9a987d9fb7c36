// SPDX-License-Identifier: Apache-2.0
// What is done to a value before it is a key. Each transform takes a text and gives one, or null for absent.

import { createHash } from 'node:crypto';
import { Unsupported } from '../regex.js';
import { isWellFormed, trimmed, utf8 } from '../request.js';

const MAX_LABEL = 63;
const MAX_DOMAIN = 1_024;

/** Decodes base64 in the standard or the URL alphabet, padded or not; left-over bits are ignored. Null if it is neither. */
export function base64Bytes(text) {
  const [, data, padding] = /^([A-Za-z0-9+/]*|[A-Za-z0-9_-]*)(={0,2})$/.exec(text) ?? [];
  if (data === undefined || data.length % 4 === 1) return null;
  if (padding !== '' && (data.length + padding.length) % 4 !== 0) return null;
  return Buffer.from(data, 'base64');
}

function base64(text) {
  const bytes = base64Bytes(text);
  return bytes && utf8(bytes);
}

/**
 * What follows the last `@`. Names beyond ASCII need the tables of IDNA 2003, which this program does not have; those that
 * IDNA 2003 and 2008 read differently are absent whatever the tables say.
 */
function emailDomain(text) {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1).toLowerCase().replace(/\.$/, '');
  if (at < 1 || domain === '' || domain.length > MAX_DOMAIN || /[ßς\u200c\u200d]/.test(domain)) return null;
  if (/[^\0-\x7f]/.test(domain)) throw new Unsupported('mail domains beyond ASCII (IDNA 2003)');
  const labels = domain.replace(/(.)\.$/, '$1').split('.');
  return labels.every((label) => label !== '' && label.length <= MAX_LABEL) ? domain : null;
}

/** The transforms that take no argument. */
export const PLAIN = {
  trim: (text) => trimmed(text, ' \t\r\n'),
  lowercase: (text) => text.toLowerCase(),
  base64,
  'email-domain': emailDomain,
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
};

export const stripPrefix = (prefix) => (text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text);
export const capture = (expression) => (text) => expression.find(text);

/** Whether a text can be a key: 1 to 256 bytes of UTF-8 without control characters. */
export const isKeyValue = (text) =>
  text !== '' && isWellFormed(text) && Buffer.byteLength(text, 'utf8') <= 256 && !/\p{Cc}/u.test(text);
