import { type Schemas, unwrap } from '../../../client/index.ts';
import type { AffiliatePatch, NewAffiliate } from '../../affiliates/contract.ts';
import { printJson, printTable } from '../print.ts';
import { collectPages } from './pages.ts';
import { type RemoteServer, request } from './server.ts';

type Affiliate = Schemas['Affiliate'];

export const groupings = ['day', 'book', 'campaign', 'sub', 'chapter'] as const;
/** Maximum number of affiliates printed. More would not be useful in a terminal. */
const maxAffiliates = 1000;

export async function listAffiliates(server: RemoteServer, json?: boolean): Promise<void> {
  const all = await collectPages(server, maxAffiliates, (query) =>
    server.api.GET('/v1/affiliates', { params: { query } }),
  );
  if (json) return printJson(all);
  printTable(all.map(toRow), 'No affiliates yet. Create one with: svc affiliates create');
}

export async function createAffiliate(
  server: RemoteServer,
  body: NewAffiliate,
  json?: boolean,
): Promise<void> {
  const { data } = await request(server, () => unwrap(server.api.POST('/v1/affiliates', { body })));
  print(data, json);
}

export async function updateAffiliate(
  server: RemoteServer,
  affiliateId: string,
  body: AffiliatePatch,
  json?: boolean,
): Promise<void> {
  const params = { path: { affiliateId } };
  const { data } = await request(server, () =>
    unwrap(server.api.PATCH('/v1/affiliates/{affiliateId}', { params, body })),
  );
  print(data, json);
}

export interface ReportFlags {
  by: (typeof groupings)[number];
  from?: string;
  to?: string;
  currency?: string;
  json?: boolean;
}

export async function reportAffiliate(
  server: RemoteServer,
  affiliateId: string,
  { by, from, to, currency, json }: ReportFlags,
): Promise<void> {
  const params = { path: { affiliateId }, query: { groupBy: by, from, to, currency } };
  const { data } = await request(server, () =>
    unwrap(server.api.GET('/v1/affiliates/{affiliateId}/report', { params })),
  );
  if (json) return printJson(data);
  const rows = [...data.rows, { ...data.totals, label: 'total' }].map((row) => ({
    [by]: row.label,
    opens: row.opens,
    clicks: row.clicks,
    sold: row.conversions,
    net: amounts(row.net),
    commission: amounts(row.commission),
  }));
  printTable(rows, 'Nothing to report.');
}

function print(affiliate: Affiliate, json = false): void {
  if (json) printJson(affiliate);
  else printTable([toRow(affiliate)], '');
}

function toRow({ id, code, name, rate, state }: Affiliate) {
  return { id, code, name, rate, state };
}

function amounts(list: { amount: string; currency: string }[]): string {
  return list.map(({ amount, currency }) => `${amount} ${currency}`).join(' + ');
}
