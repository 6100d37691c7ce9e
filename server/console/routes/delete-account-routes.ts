import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type ConsoleContext, sendOrLog } from '../console-context.ts';
import { deleteAccount, readAccountContent } from '../delete-account.ts';
import { languageFor } from '../mail/language.ts';
import { accountDeletedMail } from '../mail/mail-texts.ts';
import { requireAccount, requireUser } from '../visitor.ts';

const Deletion = z.strictObject({
  name: z.string().max(200),
  acceptsUnpaid: z.boolean().default(false),
});

/** Deletion of an account by its owners. */
export const deleteAccountRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, audit, publicUrl, deployments } = context;
  const url = '/console/api/accounts/:accountId';

  /** GET …/content → `AccountContent`. */
  app.get(`${url}/content`, async (request) => ({
    data: await readAccountContent(context, requireAccount(request).id),
  }));

  /**
   * POST …/delete with `{ name, acceptsUnpaid }`. Informs the members by email. Errors: `conflict`
   * if the name differs or commissions are unpaid.
   */
  app.post(`${url}/delete`, { schema: { body: Deletion } }, async (request) => {
    const { id: accountId } = requireAccount(request);
    const { email: deletedBy } = requireUser(request);
    const order = { accountId, ...request.body };
    const { emails, name } = await audit.change(request, (tx) => deleteAccount(context, tx, order));
    deployments.forgetHosts();
    for (const email of emails) {
      const language = await languageFor(db, email, request);
      const mail = accountDeletedMail(language, { account: name, email: deletedBy }, publicUrl);
      await sendOrLog(context, request, email, mail);
    }
    return { data: {} };
  });
};
