import { z } from 'zod';

const Reference = z.strictObject({ $ref: z.string() });

const Header = z.looseObject({ required: z.boolean().optional(), schema: z.unknown() });
export type Header = z.infer<typeof Header>;

const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  description: z.string().optional(),
  example: z.unknown().optional(),
  schema: z.looseObject({}),
});
export type Parameter = z.infer<typeof Parameter>;

const content = z.record(
  z.string(),
  z.looseObject({ schema: z.unknown().optional(), example: z.unknown().optional() }),
);

const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-permission': z.string().optional(),
  'x-alternates': z.record(z.string(), z.string()).default({}),
  parameters: z.array(z.union([Reference, Parameter])).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.string(),
      headers: z.record(z.string(), z.union([Reference, Header])),
      content: content.optional(),
    }),
  ),
});
export type Operation = z.infer<typeof Operation>;

const Document = z.looseObject({
  openapi: z.literal('3.1.0'),
  externalDocs: z.object({ url: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({ examples: z.array(z.unknown()).optional() })),
    headers: z.record(z.string(), Header),
    parameters: z.record(z.string(), Parameter),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
  webhooks: z.record(
    z.string(),
    z.object({
      post: z.looseObject({ operationId: z.string(), requestBody: z.looseObject({ content }) }),
    }),
  ),
});

/** Members of an OpenAPI document that the tests read, with every response in its operation. */
export const ApiDocument = z.preprocess(withResponses, Document);
export type ApiDocument = z.infer<typeof ApiDocument>;

const WithResponses = z.looseObject({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
  ),
  components: z.looseObject({ responses: z.record(z.string(), z.unknown()) }),
});

function withResponses(source: unknown): unknown {
  const document = WithResponses.parse(JSON.parse(JSON.stringify(source)));
  for (const { responses } of Object.values(document.paths).flatMap((one) => Object.values(one))) {
    for (const [status, response] of Object.entries(responses)) {
      const { data } = Reference.safeParse(response);
      if (data) responses[status] = document.components.responses[nameIn(data)];
    }
  }
  return document;
}

/** Returns `Name` for `#/components/…/Name`. */
export function nameIn({ $ref }: { $ref: string }): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Returns every operation with its path and resolved parameters. */
export function operationsOf({ paths, components }: ApiDocument) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
      parameters: operation.parameters.flatMap((one) => {
        if (!('$ref' in one && typeof one.$ref === 'string')) return [Parameter.parse(one)];
        return components.parameters[nameIn({ $ref: one.$ref })] ?? [];
      }),
    })),
  );
}
