import type { IncomingMessage } from 'node:http';

/**
 * Which of the two routes at `/v1/reader/embed` a request is for: browsers that navigate there, and
 * whoever says `format=html`, get the page. Every other address has no such choice.
 */
export const representation = {
  name: 'representation',
  storage<Handler>() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (name: unknown) => handlers.get(name) ?? null,
      set: (name: unknown, handler: Handler) => void handlers.set(name, handler),
    };
  },
  mustMatchWhenDerived: false,
  deriveConstraint: (request: IncomingMessage) => (wantsPage(request) ? 'page' : undefined),
};

function wantsPage({ url = '', headers: { accept = '' } }: IncomingMessage): boolean {
  if (!url.startsWith('/v1/reader/embed')) return false;
  const format = /[?&]format=([^&#]*)/.exec(url)?.[1];
  if (format !== undefined) return format === 'html';
  // Every browser names HTML first when it navigates; programs take anything, or name JSON.
  return accept.includes('text/html') && !accept.includes('application/json');
}
