import type { OpenapiDocument } from './complete-operations.ts';
import { parameterExamples, schemaExamples } from './example-values.ts';

/** Shows each parameter and each thing once, as it looks in use. */
export function addExamples(document: OpenapiDocument): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path ?? {})) {
      if (typeof operation !== 'object' || !('parameters' in operation)) continue;
      for (const parameter of operation.parameters ?? []) {
        if ('name' in parameter) parameter.example ??= exampleOf(parameter);
      }
    }
  }
  const schemas: Record<string, object> = document.components?.schemas ?? {};
  for (const [name, example] of Object.entries(schemaExamples)) {
    const schema = schemas[name];
    if (schema) Object.assign(schema, { examples: [example] });
  }
}

function exampleOf({ name, schema }: { name: string; schema?: object }): unknown {
  if (schema && 'format' in schema && schema.format === 'date') return '2026-11-20';
  return parameterExamples[name];
}
