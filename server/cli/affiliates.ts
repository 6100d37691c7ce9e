import { type Command, Option } from 'commander';
import { unwrap } from '../../client/index.ts';
import { printJson, printTable } from './print.ts';
import { collectPages } from './remote/pages.ts';
import { request, requireServer } from './remote/server.ts';

const groupings = ['day', 'book', 'campaign', 'sub', 'chapter'] as const;
/** More affiliates than are useful in a terminal. */
const maxAffiliates = 1000;

export function addAffiliatesCommands(program: Command): void {
  const affiliates = program
    .command('affiliates')
    .description('list the affiliates of your account on a server, and report what they earn');

  affiliates
    .command('list')
    .description('list affiliates')
    .option('--json', 'print [{id, code, name, rate, …}]')
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const server = requireServer(command);
      const all = await collectPages(server, maxAffiliates, (query) =>
        server.api.GET('/v1/affiliates', { params: { query } }),
      );
      if (json) return printJson(all);
      const rows = all.map(({ id, code, name, rate, state }) => ({ id, code, name, rate, state }));
      printTable(rows, 'No affiliates yet. Create one with: POST /v1/affiliates');
    });

  affiliates
    .command('report <id>')
    .description('show clicks, sales and commissions of an affiliate')
    .addOption(new Option('--by <group>', 'group rows by').choices([...groupings]).default('day'))
    .option('--from <date>', 'first day, such as 2030-01-31')
    .option('--to <date>', 'last day')
    .option('--currency <code>', 'convert all amounts, such as EUR')
    .option('--json', 'print {rows, totals, …}')
    .action(async (affiliateId: string, flags: ReportFlags, command: Command) => {
      const server = requireServer(command);
      const { by, from, to, currency } = flags;
      const query = { groupBy: by, from, to, currency };
      const params = { path: { affiliateId }, query };
      const { data } = await request(server, () =>
        unwrap(server.api.GET('/v1/affiliates/{affiliateId}/report', { params })),
      );
      if (flags.json) return printJson(data);
      const rows = [...data.rows, { ...data.totals, label: 'total' }].map((row) => ({
        [by]: row.label,
        opens: row.opens,
        clicks: row.clicks,
        sold: row.conversions,
        net: amounts(row.net),
        commission: amounts(row.commission),
      }));
      printTable(rows, 'Nothing to report.');
    });
}

interface ReportFlags {
  by: (typeof groupings)[number];
  from?: string;
  to?: string;
  currency?: string;
  json?: boolean;
}

function amounts(list: { amount: string; currency: string }[]): string {
  return list.map(({ amount, currency }) => `${amount} ${currency}`).join(' + ');
}
