import { stringify } from 'csv-stringify/sync';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { IdPosition, readPosition } from '../../http/pagination.ts';
import { listAuditEntries } from '../audit-log.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { AuditEntry, ListPage } from '../contract.ts';
import { requireAccount } from '../visitor.ts';

const pageSize = 50;
/** Newest entries in an export. */
const maxExported = 10_000;

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

  /** GET …/audit-log.csv?action=&actor= → the newest 10,000 entries. */
  app.get(`${url}.csv`, { schema: { querystring: Filter } }, async (request, reply) => {
    const { id } = requireAccount(request);
    const entries = await listAuditEntries(db.query, id, request.query, maxExported, null);
    const rows = entries.map(({ before, after, ...entry }) => ({
      ...entry,
      before: before === null ? '' : JSON.stringify(before),
      after: after === null ? '' : JSON.stringify(after),
    }));
    reply.header('Content-Disposition', 'attachment; filename="audit-log.csv"');
    reply.type('text/csv; charset=utf-8');
    // Spreadsheets would interpret cells that begin with these characters as formulas.
    return stringify(rows, { header: true, escape_formulas: true });
  });
};
