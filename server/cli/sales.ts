import { type Command, InvalidArgumentError } from 'commander';
import { type Schemas, unwrap } from '../../client/index.ts';
import { printJson, printTable } from './print.ts';
import { collectPages } from './remote/pages.ts';
import { request, requireServer } from './remote/server.ts';

type Sale = Schemas['Sale'];

export function addSalesCommands(program: Command): void {
  const sales = program
    .command('sales')
    .description('list, show and refund the sales of your account on a server');

  sales
    .command('list')
    .description('list sales, latest first')
    .option('--book <id>', 'only sales of this book')
    .option('--order <id>', 'only sales of this order')
    .option('--limit <number>', 'maximum number of sales', parseNumber, 50)
    .option('--json', 'print [{id, orderId, bookId, …}]')
    .action(async (flags: ListFlags, command: Command) => {
      const server = requireServer(command);
      const query = { bookId: flags.book, orderId: flags.order };
      const all = await collectPages(server, flags.limit, (page) =>
        server.api.GET('/v1/sales', { params: { query: { ...query, ...page } } }),
      );
      if (flags.json) printJson(all);
      else printTable(all.map(toRow), 'No sales.');
    });

  sales
    .command('show <id>')
    .description('show a sale with its refunds and its commission')
    .option('--json', 'print {id, orderId, bookId, …}')
    .action(async (saleId: string, { json }: { json?: boolean }, command: Command) => {
      const server = requireServer(command);
      const { data } = await request(server, () =>
        unwrap(server.api.GET('/v1/sales/{saleId}', { params: { path: { saleId } } })),
      );
      printSale(data, json);
    });

  sales
    .command('refund <id>')
    .description('refund a sale, or some of its copies')
    .option('--quantity <copies>', 'number of copies; all by default', parseNumber)
    .option('--reason <text>', 'reason, for your records')
    .option('--json', 'print {id, orderId, bookId, …}')
    .action(async (saleId: string, flags: RefundFlags, command: Command) => {
      const server = requireServer(command);
      const { quantity, reason } = flags;
      const { data } = await request(server, () =>
        unwrap(
          server.api.POST('/v1/sales/{saleId}/refund', {
            params: { path: { saleId } },
            body: { ...(quantity && { quantity }), ...(reason && { reason }) },
          }),
        ),
      );
      printSale(data, flags.json);
    });
}

interface ListFlags {
  book?: string;
  order?: string;
  limit: number;
  json?: boolean;
}

interface RefundFlags {
  quantity?: number;
  reason?: string;
  json?: boolean;
}

function printSale(sale: Sale, json?: boolean): void {
  if (json) return printJson(sale);
  printTable([toRow(sale)], '');
  const { conversion } = sale;
  if (!conversion) return;
  const { amount, currency } = conversion.commission;
  console.log(`Commission of ${amount} ${currency}: ${conversion.reason ?? conversion.state}.`);
}

function toRow({ id, orderId, bookId, quantity, total, refunded, state, occurredAt }: Sale) {
  return {
    id,
    order: orderId,
    book: bookId,
    copies: quantity,
    total: `${total.amount} ${total.currency}`,
    refunded: `${refunded.amount} ${refunded.currency}`,
    state,
    sold: occurredAt,
  };
}

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError(`Must be a number from 1 to 999999, got "${text}".`);
  return Number(text);
}
