import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { ApiDocument, type Header, nameIn, type Operation } from './api-document.ts';

/** The response members that are checked. */
export interface CheckedResponse {
  status: number;
  headers: Headers;
  /** The uncompressed body, or null if it was not read. */
  body: string | null;
}

export type CheckResponse = (method: string, address: string, answer: CheckedResponse) => void;

/**
 * Checks a response against the app's OpenAPI document. Throws an error that names the operation if
 * the response does not conform.
 */
export function responseChecker(source: object): CheckResponse {
  const document = ApiDocument.parse(JSON.parse(JSON.stringify(source)));
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addFormat('binary', true);
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }));

  return (method, address, answer) => {
    const path = address.replace(/[?#].*$/s, '');
    if (!isOfTheApi(path) || method === 'OPTIONS') return;
    const found =
      templates.find(({ path: one }) => one === path) ??
      templates.find(({ pattern }) => pattern.test(path));
    const operation = found && document.paths[found.path]?.[methodOf(method)];
    const name = `${method} ${found?.path ?? path} → ${answer.status}`;
    try {
      if (operation && isDecodable(path)) checkOperation(operation, found.path, method, answer);
      else checkRefusal(answer);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      throw new Error(`${name}: ${error.message}`, { cause: error });
    }
  };

  function checkOperation(
    operation: Operation,
    path: string,
    method: string,
    answer: CheckedResponse,
  ) {
    const { status, headers, body } = answer;
    const response = operation.responses[status];
    assert.ok(
      response,
      `no such status is described; a code of the route’s own belongs into its \`fails\`: ${body}`,
    );
    for (const [name, one] of Object.entries(response.headers)) checkHeader(name, one, headers);

    if (status === 304 || status === 204) {
      assert.equal(response.content, undefined, 'it has no body, but the document says so');
      return;
    }
    const type = (headers.get('Content-Type') ?? '').replace(/;.*$/, '');
    if (status === 200 && type in operation['x-alternates']) return;
    const promised = Object.keys(response.content ?? {}).find((one) => isWithin(type, one));
    assert.ok(promised, `${type} is not one of its types`);
    if (method === 'HEAD' || body === null || !type.endsWith('json')) return;
    const steps = ['paths', path, methodOf(method), 'responses', String(status), 'content'];
    check([...steps, promised, 'schema'], JSON.parse(body));
  }

  function checkHeader(name: string, one: Header | { $ref: string }, headers: Headers) {
    const header = isReference(one) ? document.components.headers[nameIn(one)] : one;
    assert.ok(header, `the header ${name} is not described`);
    const value = headers.get(name);
    if (value === null) {
      assert.ok(!header['required'], `the header ${name} is missing`);
      return;
    }
    const isNumber = JSON.stringify(header['schema']).includes('"integer"');
    const valid = ajv.validate(header['schema'] as object, isNumber ? Number(value) : value);
    assert.ok(valid, `the header ${name} is ${value}: ${ajv.errorsText()}`);
  }

  /** The operation is unknown, so the response must be an error. */
  function checkRefusal({ status, headers, body }: CheckedResponse) {
    const promised = [400, 401, 403, 404, 405, 429, 500];
    assert.ok(promised.includes(status), 'the document has no such operation');
    if (status === 405) assert.match(headers.get('Allow') ?? '', /^[A-Z]+(, [A-Z]+)*$/);
    assert.match(headers.get('Content-Type') ?? '', /^application\/problem\+json/);
    if (body) check(['components', 'schemas', 'Problem'], JSON.parse(body));
  }

  function check(steps: string[], value: unknown) {
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${escape(pointer)}` });
    validators.set(pointer, validate);
    assert.ok(
      validate(value),
      `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)?.slice(0, 500)}`,
    );
  }
}

/** Test routes, pages and probes are not described. */
function isOfTheApi(path: string): boolean {
  return /^\/(v1|content|oembed|buy)(\/|$)/.test(path) && !path.startsWith('/v1/test/');
}

function methodOf(method: string): string {
  return method === 'HEAD' ? 'get' : method.toLowerCase();
}

/** Only the rest of a path can contain slashes. */
function patternOf(path: string): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replaceAll('{path}', '.*')
    .replaceAll(/\{\w+\}/g, '[^/]*');
  return new RegExp(`^${source}$`);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function isWithin(type: string, range: string): boolean {
  if (range === '*/*') return type !== '';
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;
}

function isReference(one: Header | { $ref: string }): one is { $ref: string } {
  return '$ref' in one;
}

function escape(pointer: string): string {
  return encodeURIComponent(pointer).replaceAll('%2F', '/');
}
