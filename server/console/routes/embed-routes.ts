import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { partners } from '../../affiliates/partners.ts';
import { listDeployments, maxDeployments } from '../../deployments/store.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { EmbedChoices } from '../contract.ts';
import { requireAccount } from '../visitor.ts';

/** Maximum number of affiliates that the form suggests. People can type other codes. */
const maxAffiliates = 200;

/** Choices for the embed code, except for the books, which come from the book list. */
export const embedRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, publicUrl } = context;

  /** GET …/embed-choices → `EmbedChoices`. */
  app.get('/console/api/accounts/:accountId/embed-choices', async (request) => {
    const { id } = requireAccount(request);
    const { deployments } = await listDeployments(db.query, id, maxDeployments, null);
    const filter = { state: 'active' } as const;
    const affiliates = await partners(context).list(id, filter, maxAffiliates, null);
    const data: EmbedChoices = {
      origin: publicUrl,
      deployments: deployments.map((one) => ({ id: one.id, name: one.name })),
      affiliates: affiliates.partners.map(({ code, name }) => ({ code, name })),
    };
    return { data };
  });
};
