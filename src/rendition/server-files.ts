/** URL of a file of the component on the server that hosts another resource. */
export function serverFileUrl(address: string, path: string): string {
  const server = /^.*?(?=\/v1\/)/.exec(address)?.[0] ?? new URL(address).origin;
  return `${server}/svc-reader/${path}`;
}

/**
 * Fetches a file of the component. Without a network, uses the copy that belongs to a downloaded
 * book.
 */
export async function fetchServerFile(url: string): Promise<Response> {
  const response = await fetch(url, { credentials: 'omit' }).catch(async (error: unknown) => {
    const stored = await globalThis.caches?.match(url, { ignoreVary: true });
    if (stored) return stored;
    throw error;
  });
  if (!response.ok) throw new Error(`${url} failed to load with status ${response.status}.`);
  return response;
}
