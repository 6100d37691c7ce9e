import type { FastifyPluginAsync } from 'fastify';
import { failureStatus } from '../failure.ts';
import { problemTitles } from './problem-titles.ts';

/** What the `type` of a problem leads to. */
export const problemRoutes: FastifyPluginAsync = async (app) => {
  for (const [code, title] of Object.entries(problemTitles)) {
    const status = Object.entries(failureStatus).find(([one]) => one === code)?.[1];
    app.get(
      `/problems/${code}`,
      { schema: { hide: true }, config: { access: 'open' } },
      async () => ({ code, title, status }),
    );
  }
};
