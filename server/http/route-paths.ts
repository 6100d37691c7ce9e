import type { FastifyInstance } from 'fastify';
import findMyWay from 'find-my-way';

export interface RoutePaths {
  /** Must be called before the first route is added. */
  observe(app: FastifyInstance): void;
  /**
   * Returns the name of the path parameter that is not valid percent-encoded UTF-8, or null if no
   * route matches.
   */
  findUndecodableParameter(path: string): string | null;
}

/** Matches routes for paths that the router cannot decode. */
export function collectRoutePaths(): RoutePaths {
  const routes = new Map<string, string[]>();
  return {
    observe(app) {
      app.addHook('onRoute', ({ url }) => void routes.set(url, url.split('/')));
    },

    findUndecodableParameter(path) {
      const steps = path.split('/');
      const broken = steps.findIndex((step) => !isDecodable(step));
      for (const route of routes.values()) {
        if (!matchesRoute(route, steps)) continue;
        const name = route[Math.min(broken, route.length - 1)] ?? '';
        if (name === '*') return 'path';
        if (name.startsWith(':')) return name.slice(1);
      }
      return null;
    },
  };
}

function matchesRoute(route: string[], steps: string[]): boolean {
  const isOpen = route.at(-1) === '*';
  if (isOpen ? steps.length < route.length : steps.length !== route.length) return false;
  return route.every((one, index) => one === '*' || one.startsWith(':') || one === steps[index]);
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/**
 * Collects routes as they are added. Must be called before the first route is added.
 *
 * @returns The methods that a path accepts, or an empty list for an unknown path.
 */
export function collectAllowedMethods(app: FastifyInstance): (path: string) => string[] {
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
