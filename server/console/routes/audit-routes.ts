import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import { listAuditEntries } from '../audit-log.ts';
import type { ConsoleContext } from '../console-context.ts';
import { rowsInPages, sendCsv } from '../send-csv.ts';
import type { AuditEntry, ListPage } from '../contract.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;

const Filter = z.strictObject({
  action: z.string().max(60).optional(),
  actor: z.string().max(254).optional(),
});

/** The audit log of an account. */
export const auditRoutes: FastifyPluginAsyncZod<ConsoleContext> = async (app, context) => {
  const { db, cursors } = context;
  const url = '/console/api/accounts/:accountId/audit-log';

  /** GET …/audit-log?action=&actor=&cursor= → `ListPage<AuditEntry>`, newest first. */
  app.get(
    url,
    { schema: { querystring: Filter.extend({ cursor: z.string().max(500).optional() }) } },
    async (request): Promise<ListPage<AuditEntry>> => {
      const { id } = requireAccount(request);
      const { cursor, ...filter } = request.query;
      const scope = JSON.stringify(['audit-log', id, filter.action, filter.actor]);
      const position = readPosition(IdPosition, cursors, cursor, scope);
      const before = position?.id ?? null;
      const found = await listAuditEntries(db.query, id, filter, pageSize + 1, before);
      const data = found.slice(0, pageSize);
      const last = found.length > pageSize ? data.at(-1) : undefined;
      return { data, nextCursor: last ? cursors.write({ id: last.id }, scope) : null };
    },
  );

  /** GET …/audit-log.csv?action=&actor= → all entries, newest first. */
  app.get(`${url}.csv`, { schema: { querystring: Filter } }, async (request, reply) => {
    const { id } = requireAccount(request);
    const entries = rowsInPages<AuditEntry>((last, limit) =>
      listAuditEntries(db.query, id, request.query, limit, last?.id ?? null),
    );
    return sendCsv(reply, 'audit-log.csv', entries, {
      id: (entry) => entry.id,
      at: ({ at }) => at,
      actor: ({ actor }) => actor,
      address: ({ address }) => address,
      action: ({ action }) => action,
      target: ({ target }) => target,
      before: ({ before }) => (before === null ? null : JSON.stringify(before)),
      after: ({ after }) => (after === null ? null : JSON.stringify(after)),
    });
  });
};
