import type { OpenapiDocument } from './complete-document.ts';

/**
 * Removes the suffix `Input` from schemas that exist only for requests. The generator writes each
 * schema in a request and a response variant, and adds the suffix even if there is only one.
 *
 * @returns A copy of the document.
 */
export function renameInputSchemas(document: OpenapiDocument): OpenapiDocument {
  const names = new Set(Object.keys(document.components?.schemas ?? {}));
  const renamed = [...names].flatMap((name) => {
    const short = name.replace(/Input$/, '');
    return short === name || names.has(short) ? [] : [[name, short] as const];
  });
  const shortNames = new Map(renamed);
  const schemas = Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [
    shortNames.get(name) ?? name,
    schema,
  ]);
  const copy = { ...document, components: { ...document.components } };
  Object.assign(copy.components, { schemas: Object.fromEntries(schemas) });
  const text = JSON.stringify(copy).replaceAll(
    /"#\/components\/schemas\/([^"]+)"/g,
    (reference, name: string) =>
      shortNames.has(name) ? `"#/components/schemas/${shortNames.get(name)}"` : reference,
  );
  return parseDocument(text);
}

/** Cast, because the string is a document in which only names have changed. */
function parseDocument(text: string): OpenapiDocument {
  return JSON.parse(text) as OpenapiDocument;
}

/**
 * Removes keywords that generators misinterpret or that repeat other keywords:
 *
 * - Moves `default` to the description. Generators declare members with a default as required.
 * - Removes the pattern of a `format`, which is up to 300 characters long, and the limits of
 *   integers that every JSON number has.
 */
export function simplifySchemas(document: OpenapiDocument): void {
  visitSchemas(document.components?.schemas, (schema) => {
    if (schema['default'] !== undefined) {
      const value = JSON.stringify(schema['default']);
      const description = typeof schema['description'] === 'string' ? schema['description'] : '';
      if (!/default/i.test(description)) {
        schema['description'] = [description, `Defaults to \`${value}\`.`]
          .filter(Boolean)
          .join(' ');
      }
      delete schema['default'];
    }
  });
  visitSchemas(document, (schema) => {
    if (/^(?:date|date-time)$/.test(String(schema['format']))) delete schema['pattern'];
    if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
    if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  });
}

/** Calls `visit` for every object within a part of the document, except for examples. */
function visitSchemas(part: unknown, visit: (schema: Record<string, unknown>) => void): void {
  if (Array.isArray(part)) {
    for (const one of part) visitSchemas(one, visit);
  } else if (isObject(part)) {
    visit(part);
    for (const [name, one] of Object.entries(part)) {
      if (name === 'properties' && isObject(one)) visitSchemas(Object.values(one), visit);
      else if (name !== 'example' && name !== 'examples') visitSchemas(one, visit);
    }
  }
}

function isObject(part: unknown): part is Record<string, unknown> {
  return typeof part === 'object' && part !== null;
}
