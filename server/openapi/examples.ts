import type { OpenapiDocument } from './complete-document.ts';
import { failureStatus } from '../failure.ts';
import { Problem, problemTitles } from '../http/problem.ts';
import { valueExamples } from './value-examples.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * Adds an example to every parameter, and to every JSON and CSV body. Examples of components come
 * from the schemas (`.meta({ example })`). Other examples are composed from those of their parts.
 */
export function addExamples(document: OpenapiDocument): void {
  const schemas: Record<string, object> = document.components?.schemas ?? {};
  const composer = exampleComposer(schemas);
  for (const operation of Object.values(document.paths ?? {}).flatMap(operationsOf)) {
    for (const parameter of operation.parameters ?? []) {
      if (!('name' in parameter)) continue;
      parameter.example ??= takeExample(parameter.schema);
      if (parameter.example === undefined) delete parameter.example;
    }
    const { requestBody, responses = {} } = operation;
    for (const part of [requestBody, ...Object.values(responses)]) {
      if (part && 'content' in part) addContentExamples(part.content ?? {}, composer);
    }
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const example = takeExample(schema);
    if (example !== undefined) Object.assign(schema, { examples: [example] });
    else if (!('examples' in schema)) Object.assign(schema, { examples: [composer(schema, name)] });
  }
}

function operationsOf(path: object | undefined) {
  return Object.values(path ?? {}).filter(isOperation);
}

interface Operation {
  parameters?: ({ name: string; example?: unknown; schema?: object } | { $ref: string })[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

interface Content {
  content?: Record<string, { schema?: object; example?: unknown }>;
}

function isOperation(part: unknown): part is Operation {
  return typeof part === 'object' && part !== null && 'responses' in part;
}

function addContentExamples(content: NonNullable<Content['content']>, compose: Compose): void {
  for (const [type, body] of Object.entries(content)) {
    if (!body.schema || !/json$|csv$/.test(type)) continue;
    body.example =
      type === 'application/problem+json' ? problemExample(body.schema) : compose(body.schema, '');
  }
}

/** Returns a problem with the first code of those that the schema allows. */
function problemExample(schema: object): object {
  const [, code = ''] = /"enum":\["([a-z_]+)"/.exec(JSON.stringify(schema)) ?? [];
  const isCode = (one: string): one is keyof typeof problemTitles => one in problemTitles;
  const requestId = 'req_01KAJ0Q1V4T2M8Y6ZP3W5X7E9R';
  if (!isCode(code)) {
    return { type: 'about:blank', title: 'Internal server error', status: 500, code, requestId };
  }
  if (code === 'invalid_request') return Object(Problem.meta()?.['example']);
  return {
    type: `https://api.example.com/problems/${code}`,
    title: problemTitles[code],
    status: failureStatus[code],
    code,
    requestId,
  };
}

function takeExample(schema: object | undefined): unknown {
  if (!schema || !('example' in schema)) return undefined;
  const { example } = schema;
  delete schema.example;
  return example;
}

/**
 * Returns an example of a schema. @param name - Name of the member or component that it describes.
 */
type Compose = (schema: object, name: string) => unknown;

function exampleComposer(schemas: Record<string, object>): Compose {
  const open = new Set<string>();
  return (schema, name) => compose({ ...schema }, name);

  function compose(schema: Schema, name: string): unknown {
    const { $ref } = schema;
    if (typeof $ref === 'string') return composeComponent($ref.slice($ref.lastIndexOf('/') + 1));
    const [given] = Array.isArray(schema['examples']) ? schema['examples'] : [schema['example']];
    if (given !== undefined) return given;
    if (schema['const'] !== undefined) return schema['const'];
    if (Array.isArray(schema['enum'])) return schema['enum'][0];
    if (Array.isArray(schema['allOf'])) return composeAll(schema['allOf'], name);
    const choices = schema['oneOf'] ?? schema['anyOf'];
    if (Array.isArray(choices)) return compose(Object(choices[0]), name);
    return composeValue(schema, name);
  }

  function composeComponent(name: string): unknown {
    // Ends recursive schemas, such as a table of contents.
    if (open.has(name)) return undefined;
    open.add(name);
    const example = compose({ ...schemas[name] }, name);
    open.delete(name);
    return example;
  }

  function composeAll(parts: unknown[], name: string): unknown {
    return Object.assign({}, ...parts.map((part) => compose(Object(part), name)));
  }

  function composeValue(schema: Schema, name: string): unknown {
    const [type] = [schema['type']].flat();
    if (type === 'object') return composeObject(schema, name);
    if (type === 'array' && Array.isArray(schema['prefixItems'])) {
      return schema['prefixItems'].map((one) => compose(Object(one), name));
    }
    if (type === 'array') {
      const item = compose(Object(schema['items']), name.replace(/s$/, ''));
      return item === undefined ? [] : [item];
    }
    return valueExamples(schema, name);
  }

  function composeObject(schema: Schema, name: string): unknown {
    const members = Object.entries(Object(schema['properties'])).flatMap(([member, one]) => {
      const value = compose(Object(one), member === 'id' ? `${name}Id` : member);
      return value === undefined ? [] : [[member, value]];
    });
    if (members.length > 0) return Object.fromEntries(members);
    const values = schema['additionalProperties'];
    if (typeof values !== 'object' || values === null || Object.keys(values).length === 0)
      return {};
    const names = schema['propertyNames'];
    const key = names ? compose(Object(names), `${name}Key`) : valueExamples({}, `${name}Key`);
    return { [String(key)]: compose({ ...values }, name) };
  }
}
