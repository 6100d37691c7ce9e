import { createServer } from 'node:http';
import { once } from 'node:events';
import { after } from 'node:test';
import { z } from 'zod';

const Value = z.object({ stringValue: z.string().optional() }).loose();
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([]);
const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: Attributes,
              status: z.object({ code: z.number().optional() }).loose().default({}),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = z.infer<
  typeof Spans
>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

/** An OTLP/HTTP collector that keeps what it receives. Closed after the surrounding tests. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const services = new Set<string>();
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      bodies.push(text);
      for (const { resource, scopeSpans } of Spans.parse(JSON.parse(text)).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === 'service.name');
        services.add(name?.value.stringValue ?? '');
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      response.setHeader('Content-Type', 'application/json');
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, spans, services, bodies };
}
