import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ApiDocument } from '../api-document.ts';
import type { Write } from './write-api.ts';

/** A body with one invalid value at `pointer`. */
export interface InvalidBody {
  pointer: string;
  body: unknown;
}

const candidates = [
  null,
  42,
  -1,
  1.5,
  1e21,
  true,
  '',
  'x',
  [],
  ['x'],
  {},
  { x: 1 },
  'x'.repeat(25_000),
  Array.from({ length: 300 }, () => 'x'),
];

/**
 * Returns bodies that the document's schema does not allow, with wrong values at each position of
 * the example.
 */
export function invalidBodies(document: ApiDocument, { operation, right }: Write): InvalidBody[] {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(document, 'api');
  const schema = JSON.stringify(operation.requestBody?.content['application/json']?.schema);
  const isRight = ajv.compile(JSON.parse(schema.replaceAll('"#/', '"api#/')));
  if (!right || !isRight(right)) throw new Error(`Invalid example: ${ajv.errorsText()}`);

  const places = positionsOf(right, '');
  const replaced = places
    .filter(({ pointer }) => pointer !== '')
    .flatMap(({ pointer }) =>
      candidates.map((value) => ({ pointer, body: withValue(right, pointer, value) })),
    );
  const added = places
    .filter(({ value }) => isObject(value))
    .map(({ pointer }) => `${pointer}/colour`)
    .map((pointer) => ({ pointer, body: withValue(right, pointer, 'red') }));
  return [...replaced, ...added].filter(({ body }) => !isRight(body));
}

/** Returns bodies with NUL and lone surrogates in each string of the example and in a name. */
export function bodiesWithInvalidText({ right }: Write): InvalidBody[] {
  return positionsOf(right, '')
    .filter(({ value }) => typeof value === 'string')
    .flatMap(({ pointer, value }) =>
      ['\0', '\ud800', '\udc00'].map((wrong) => ({
        pointer,
        body: withValue(right, pointer, `${String(value)}${wrong}`),
      })),
    );
}

function positionsOf(value: unknown, pointer: string): { pointer: string; value: unknown }[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    { pointer, value },
    ...inner.flatMap(([name, one]) => positionsOf(one, `${pointer}/${name}`)),
  ];
}

function withValue(body: unknown, pointer: string, value: unknown): unknown {
  const [, step, ...rest] = pointer.split('/');
  if (step === undefined) return value;
  const inner = ['', ...rest].join('/');
  if (Array.isArray(body)) {
    return body.map((one, at) => (String(at) === step ? withValue(one, inner, value) : one));
  }
  const known = new Map(isObject(body) ? Object.entries(body) : []);
  return { ...Object(body), [step]: withValue(known.get(step), inner, value) };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
