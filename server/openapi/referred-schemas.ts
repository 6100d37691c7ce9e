import type { OpenapiDocument } from './complete-operations.ts';

/** Drops the schemas that nothing refers to: every one comes in a shape for requests, too. */
export function keepReferredSchemas(
  document: OpenapiDocument,
  webhooks: Record<string, object>,
): void {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
  const kept = new Set<string>();
  const keep = (part: unknown): void => {
    const references = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    for (const [, name = ''] of references) {
      if (kept.has(name)) continue;
      kept.add(name);
      keep(schemas[name] ?? {});
    }
  };
  keep(document.paths);
  keep(webhooks);
  for (const name of Object.keys(schemas)) if (!kept.has(name)) delete schemas[name];
}
