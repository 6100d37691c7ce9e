import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

/**
 * Watches the routes as they are added.
 *
 * @returns The methods that an address takes; empty for one that nothing is at.
 */
export function allowedMethods(app: FastifyInstance): (path: string) => string[] {
  const methodsOf = new Map<string, Set<string>>();
  const router = findMyWay({ maxParamLength: app.initialConfig.routerOptions?.maxParamLength });
  app.addHook('onRoute', ({ method, url }) => {
    const known = methodsOf.get(url);
    const methods = known ?? new Set(['OPTIONS']);
    for (const one of [method].flat()) methods.add(one);
    if (known) return;
    methodsOf.set(url, methods);
    router.on('GET', url, () => undefined, methods);
  });
  return (path) => {
    const methods: unknown = router.find('GET', path)?.store;
    return methods instanceof Set ? [...methods].map(String).sort() : [];
  };
}
