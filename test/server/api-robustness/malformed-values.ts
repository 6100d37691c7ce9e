import * as fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Parameter } from '../api-document.ts';

/** Raw values as they appear in a URL, with valid or invalid percent-encoding. */
export const malformedValues = [
  '',
  'x',
  'true',
  'null',
  '-1',
  '0',
  '1.5',
  '1e2',
  '0x10',
  'NaN',
  '-0',
  '9'.repeat(400),
  '99999999999999999999',
  'x'.repeat(10_000),
  '%00',
  'whale%00',
  '%ED%A0%80',
  '%FF',
  '%',
  '%zz',
  '%F0%9F%90%B3',
  '%20whale%20',
  '+1+',
  '__proto__',
  'constructor',
  '..%2F..%2Fetc%2Fpasswd',
  "'%20OR%201%3D1--",
  '%5B'.repeat(500),
];

/** Random values with any characters, some of them percent-encoded as invalid UTF-8. */
export const arbitraryValue = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
  fc.double().map((number) => encodeURIComponent(String(number))),
  fc.bigInt().map(String),
  fc
    .uint8Array({ minLength: 1, maxLength: 12 })
    .map((bytes) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')),
);

const ajv = new Ajv2020({ strict: false, coerceTypes: false, validateSchema: false });
addFormats.default(ajv);

/** Returns null for bytes that are not valid UTF-8. */
function decoded(raw: string): string | null {
  try {
    const text = decodeURIComponent(raw.replaceAll('+', ' '));
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

/** Whether the document's schema allows the value. */
export function isAllowedBySchema({ schema }: Parameter, raw: string): boolean {
  const text = decoded(raw);
  if (text === null) return false;
  const { type } = schema;
  if (type !== 'integer' && type !== 'number') return ajv.validate(schema, text);
  const spelling = type === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
  return spelling.test(text) && ajv.validate(schema, Number(text));
}
