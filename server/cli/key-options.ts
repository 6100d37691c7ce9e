import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../config.ts';
import { KeyName } from '../keys/contract.ts';
import { Permission, resources } from '../values/permissions.ts';

/** Values of the options for a key's origins, books, name and expiry. */
export interface KeyFlags {
  name?: string;
  origin?: string[];
  /** False for `--no-books`. */
  books?: string[] | false;
  unlisted?: boolean;
  expires?: Date | 'never';
}

/** Adds the options of a key that can also be changed later. */
export function addKeyOptions(command: Command): Command {
  return command
    .option('--name <name>', 'name that helps people recognize the key', parseName)
    .option('--origin <url...>', 'origins that may use a publishable key')
    .addOption(
      new Option(
        '--books <ids>',
        'private books that a publishable key may show, comma-separated',
      ).argParser((list: string) => list.split(',').map((id) => id.trim())),
    )
    .addOption(
      new Option(
        '--unlisted',
        'let a publishable key open every private book of the account by its id, without listing them',
      ).conflicts('books'),
    )
    .option('--expires <iso>', 'expiry time, such as 2030-01-31T00:00:00Z, or never', parseExpiry);
}

/** The private books of a key, or undefined if no option sets them. */
export function privateBooksOf({ books, unlisted }: KeyFlags): 'unlisted' | string[] | undefined {
  if (unlisted) return 'unlisted';
  return books === false ? [] : books;
}

/** The expiry of a key, null for none, or undefined if no option sets it. */
export function expiryOf({ expires }: KeyFlags): Date | null | undefined {
  return expires === 'never' ? null : expires;
}

export function parsePermissions(list: string): Permission[] {
  return list.split(',').map((one) => {
    const { data } = Permission.safeParse(one.trim());
    if (!data)
      throw new InvalidArgumentError(
        `Must be read: or write: with one of ${resources.join(', ')}, such as read:books, got "${one}".`,
      );
    return data;
  });
}

export function parseSeconds(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError(`Must be a whole number of seconds, got "${text}".`);
  return Number(text);
}

/** @throws UsageError because on a server, the key determines the account. */
export function rejectAccount(account: string | undefined): void {
  if (account === undefined) return;
  throw new UsageError(
    "--account works only on the server's own machine. On a server, the key determines the account.",
  );
}

function parseName(text: string): string {
  const { data: name } = KeyName.safeParse(text);
  if (name === undefined) {
    throw new InvalidArgumentError('Must have at most 100 characters, all visible.');
  }
  return name;
}

function parseExpiry(text: string): Date | 'never' {
  if (text === 'never') return text;
  const date = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(date.getTime())) {
    throw new InvalidArgumentError(`Must be a time such as 2030-01-31T00:00:00Z, got "${text}".`);
  }
  return date;
}
