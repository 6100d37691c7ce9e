import { request } from 'node:http';

/** Sends a request without `fetch`, which adds headers and decompresses. */
export async function rawRequest(
  url: string,
  options: { method?: string; headers?: Record<string, string> },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return await new Promise((resolve, reject) => {
    const asking = request(url, { agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response;
        resolve({ status, headers, body: Buffer.concat(chunks) });
      });
    });
    asking.on('error', reject).end();
  });
}
