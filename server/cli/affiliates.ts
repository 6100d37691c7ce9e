import { type Command, InvalidArgumentError, Option } from 'commander';
import { AffiliatePatch, NewAffiliate, type Affiliate } from '../affiliates/contract.ts';
import { partners } from '../affiliates/partners.ts';
import { readConfig, resolvePublicUrl, UsageError } from '../config.ts';
import { idGenerator } from '../db/id-generator.ts';
import type { Database } from '../db/open.ts';
import { keyStore } from '../keys/store.ts';
import { parseAccountName, requireAccount } from './account.ts';
import { parseInput } from './parse-input.ts';
import { printJson, printTable } from './print.ts';
import {
  createAffiliate,
  groupings,
  listAffiliates,
  type ReportFlags,
  reportAffiliate,
  updateAffiliate,
} from './remote/affiliates.ts';
import { remoteServer, requireServer } from './remote/server.ts';
import { withDatabase } from './with-database.ts';

interface TermFlags {
  name?: string;
  rate?: string;
  code?: string;
  coupon?: string[];
  bookRate?: string[];
  subjectRate?: string[];
  state?: string;
  account: string;
  json?: boolean;
}

const now = () => new Date();
const newId = idGenerator(Date.now);
const defaultAccount = 'default';
const nothingToChange =
  'Nothing to change. Set --name, --rate, --code, --coupon, --book-rate, --subject-rate or --state.';
/** Maximum number of affiliates that `affiliates list` prints. */
const maxListed = 1000;

export function addAffiliatesCommands(program: Command): void {
  const group = program
    .command('affiliates')
    .description('manage affiliates: rates, coupon codes and promotion links');

  group
    .command('list')
    .description('list affiliates, newest first')
    .option('--account <name>', 'owner of the affiliates', parseAccountName, defaultAccount)
    .option('--json', 'print [{id, code, name, rate, …}]')
    .action(async ({ account, json }: { account: string; json?: boolean }, command: Command) => {
      const server = remoteServer(command);
      if (server) return listAffiliates(server, json);
      const all = await withPartners(account, (service, accountId) =>
        service.list(accountId, {}, maxListed, null),
      );
      if (json) return printJson(all.partners);
      printTable(
        all.partners.map(toRow),
        'No affiliates yet. Create one with: svc affiliates create',
      );
    });

  addTerms(group.command('create').description('create an affiliate')).action(
    async ({ account, json, ...flags }: TermFlags, command: Command) => {
      const input = parseInput(NewAffiliate, toTerms(flags));
      const server = remoteServer(command);
      if (server) return createAffiliate(server, input, json);
      const { partner } = await withPartners(account, (service, accountId) =>
        service.add(accountId, input),
      );
      print(partner, json);
    },
  );

  addTerms(group.command('update <id>').description('change an affiliate'))
    .addOption(
      new Option('--state <state>', 'whether the affiliate earns commissions').choices([
        'active',
        'paused',
      ]),
    )
    .action(async (id: string, { account, json, ...flags }: TermFlags, command: Command) => {
      const terms = toTerms(flags);
      if (Object.keys(terms).length === 0) throw new UsageError(nothingToChange);
      const patch = parseInput(AffiliatePatch, terms);
      const server = remoteServer(command);
      if (server) return updateAffiliate(server, id, patch, json);
      const { partner } = await withPartners(account, (service, accountId) =>
        service.change(accountId, id, patch, () => undefined),
      );
      print(partner, json);
    });

  group
    .command('report <id>')
    .description('on a server: show clicks, sales and commissions of an affiliate')
    .addOption(new Option('--by <group>', 'group rows by').choices([...groupings]).default('day'))
    .option('--from <date>', 'first day, such as 2030-01-31')
    .option('--to <date>', 'last day')
    .option('--currency <code>', 'convert all amounts, such as EUR')
    .option('--json', 'print {rows, totals, …}')
    .action((id: string, flags: ReportFlags, command: Command) =>
      reportAffiliate(requireServer(command), id, flags),
    );
}

function addTerms(command: Command): Command {
  return command
    .option('--name <name>', 'display name')
    .option('--rate <share>', 'commission rate, such as 0.08 for 8%')
    .option('--code <code>', 'code in links, unique within the account')
    .option('--coupon <code>', 'coupon code (can be repeated)', collect)
    .option(
      '--book-rate <id=share>',
      'rate for a book, such as bk_…=0.12 (can be repeated)',
      collect,
    )
    .option(
      '--subject-rate <subject=share>',
      'rate for a subject, such as "Sea stories=0.1" (can be repeated)',
      collect,
    )
    .option('--account <name>', 'owner of the affiliate', parseAccountName, defaultAccount)
    .option('--json', 'print {id, code, name, rate, …}');
}

function toTerms({ coupon, bookRate, subjectRate, ...terms }: Omit<TermFlags, 'account' | 'json'>) {
  const special = [
    ...(bookRate ?? []).map((text) => toRate(text, 'bookId')),
    ...(subjectRate ?? []).map((text) => toRate(text, 'subject')),
  ];
  return {
    ...terms,
    ...(coupon && { couponCodes: coupon }),
    ...((bookRate || subjectRate) && { specialRates: special }),
  };
}

function toRate(text: string, member: 'bookId' | 'subject') {
  const at = text.lastIndexOf('=');
  if (at < 1)
    throw new UsageError(
      `${member === 'bookId' ? '--book-rate must have the form bk_…' : '--subject-rate must have the form SUBJECT'}=0.1, got "${text}".`,
    );
  return { [member]: text.slice(0, at), rate: text.slice(at + 1) };
}

function withPartners<T>(
  account: string,
  work: (service: ReturnType<typeof partners>, accountId: string, db: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(async (db) => {
    const at = now().toISOString();
    if (account !== defaultAccount) await requireAccount(db, account);
    const accountId = await keyStore(db).findOrCreateAccount(account, newId('acc'), at);
    return work(partners({ db, now, newId }), accountId, db);
  });
}

function toRow({ id, code, name, rate, couponCodes, specialRates, state }: Affiliate) {
  const special = specialRates.map((one) =>
    'bookId' in one ? `${one.bookId}: ${one.rate}` : `${one.subject}: ${one.rate}`,
  );
  return {
    id,
    code,
    name,
    rate,
    'other rates': special.join(', '),
    coupons: couponCodes.join(', '),
    state,
  };
}

function print(partner: Affiliate, json = false): void {
  if (json) return printJson(partner);
  printTable([toRow(partner)], '');
  const url = resolvePublicUrl(readConfig(process.env));
  console.log(`\nPromotion link: ${url}/r/${partner.code}?book=BOOK_ID`);
}

function collect(value: string, previous: string[] = []): string[] {
  if (value === '') throw new InvalidArgumentError('Must not be empty.');
  return [...previous, value];
}
