import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/**
 * The baseline: the same responses from node:http alone, by path, as listed in the file `BODIES`.
 */
const bodies = new Map(
  Object.entries(parseBodies(readFileSync(process.env['BODIES'] ?? '', 'utf8'))),
);

createServer((request, response) => {
  const body = bodies.get(request.url ?? '');
  response.writeHead(body === undefined ? 404 : 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body ?? ''),
  });
  response.end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');

function parseBodies(json: string): Record<string, string> {
  return JSON.parse(json) as Record<string, string>;
}
