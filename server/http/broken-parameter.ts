import type { FastifyInstance } from 'fastify';

export interface RoutePaths {
  /** Call it before the first route is added. */
  watch(app: FastifyInstance): void;
  /** The path parameter whose octets are no text; null for one that no route has. */
  brokenParameter(path: string): string | null;
}

/** For addresses that the router cannot decode, and so cannot say where they lead. */
export function routePaths(): RoutePaths {
  const routes = new Map<string, string[]>();
  return {
    watch(app) {
      app.addHook('onRoute', ({ url }) => void routes.set(url, url.split('/')));
    },

    brokenParameter(path) {
      const steps = path.split('/');
      const broken = steps.findIndex((step) => !isText(step));
      for (const route of routes.values()) {
        if (!leadsTo(route, steps)) continue;
        const name = route[Math.min(broken, route.length - 1)] ?? '';
        if (name === '*') return 'path';
        if (name.startsWith(':')) return name.slice(1);
      }
      return null;
    },
  };
}

function leadsTo(route: string[], steps: string[]): boolean {
  const isOpen = route.at(-1) === '*';
  if (isOpen ? steps.length < route.length : steps.length !== route.length) return false;
  return route.every((one, index) => one === '*' || one.startsWith(':') || one === steps[index]);
}

function isText(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
