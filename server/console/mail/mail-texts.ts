import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import { isolateText } from '../../../shared/isolate-text.ts';
import type { MailLanguage } from './language.ts';
import type { Mail } from './mailer.ts';

export type MailText = Omit<Mail, 'to'>;

/** URL and time until which a link works, as an ISO time. */
interface MailedLink {
  url: string;
  expiresAt: string;
}

/** A sign-in change that the user should know about. */
export type SecurityEvent =
  | 'passwordChanged'
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'codesReplaced'
  | 'codeUsed'
  | 'factorsReset';

const keys = [
  'invitationSubject',
  'invitation',
  'operatorSubject',
  'operator',
  'join',
  'ignoreInvitation',
  'recoverySubject',
  'recovery',
  'recoveryLink',
  'ignoreRecovery',
  'confirmSubject',
  'confirm',
  'ignoreConfirm',
  'changedSubject',
  'changed',
  'undo',
  'securitySubject',
  'passwordChanged',
  'appAdded',
  'appRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'codesReplaced',
  'codeUsed',
  'factorsReset',
  'securityHelp',
  'deletedSubject',
  'deleted',
  'deletedHelp',
] as const;

type MailKey = (typeof keys)[number];
const Catalog = z.strictObject(
  Object.fromEntries(keys.map((key) => [key, z.string()])) as Record<MailKey, z.ZodString>,
);

const catalogs = new Map<MailLanguage, Record<MailKey, string>>();

/** Returns the messages in a language, in ICU MessageFormat. @throws ZodError if one is missing. */
export function readMailCatalog(language: MailLanguage): Record<MailKey, string> {
  const known = catalogs.get(language);
  if (known) return known;
  const file = new URL(`./messages/${language.toLowerCase()}.json`, import.meta.url);
  const catalog = Catalog.parse(JSON.parse(readFileSync(file, 'utf8')));
  catalogs.set(language, catalog);
  return catalog;
}

const rightToLeft = new Set<MailLanguage>(['ar', 'he']);

/** Returns a function that formats the messages in a language. */
function translator(language: MailLanguage) {
  const catalog = readMailCatalog(language);
  return (key: MailKey, values: Record<string, string> = {}): string => {
    const isRightToLeft = rightToLeft.has(language);
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      isolateText(onOneLine(value), isRightToLeft),
    ]);
    const text = new IntlMessageFormat(catalog[key], language).format(Object.fromEntries(shown));
    return String(text);
  };
}

/** Line breaks in a name could make it look like text from the server. */
const onOneLine = (value: string) => value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

function until(language: MailLanguage, iso: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(language, format).format(new Date(iso))} (UTC)`;
}

const hostOf = (url: string) => new URL(url).host;
const paragraphs = (...parts: string[]) => `${parts.join('\n\n')}\n`;

/** @param account - Name of the account, or null for an invitation as operator. */
export function invitationMail(
  language: MailLanguage,
  account: string | null,
  { url, expiresAt }: MailedLink,
): MailText {
  const t = translator(language);
  const values = { account: account ?? '', host: hostOf(url) };
  const kind = account === null ? 'operator' : 'invitation';
  return {
    subject: t(`${kind}Subject`, values),
    text: paragraphs(
      t(kind, values),
      `${t('join', { time: until(language, expiresAt) })}\n${url}`,
      t('ignoreInvitation'),
    ),
  };
}

export function recoveryMail(language: MailLanguage, { url, expiresAt }: MailedLink): MailText {
  const t = translator(language);
  const values = { host: hostOf(url), time: until(language, expiresAt) };
  return {
    subject: t('recoverySubject', values),
    text: paragraphs(
      t('recovery', values),
      `${t('recoveryLink', values)}\n${url}`,
      t('ignoreRecovery'),
    ),
  };
}

export function emailConfirmationMail(
  language: MailLanguage,
  { url, expiresAt }: MailedLink,
): MailText {
  const t = translator(language);
  const values = { host: hostOf(url), time: until(language, expiresAt) };
  return {
    subject: t('confirmSubject', values),
    text: paragraphs(`${t('confirm', values)}\n${url}`, t('ignoreConfirm')),
  };
}

export function emailChangedMail(
  language: MailLanguage,
  email: string,
  { url, expiresAt }: MailedLink,
): MailText {
  const t = translator(language);
  const values = { host: hostOf(url), email, time: until(language, expiresAt) };
  return {
    subject: t('changedSubject', values),
    text: paragraphs(t('changed', values), `${t('undo', values)}\n${url}`),
  };
}

/** @param values - The name of the account, and the email address of the owner who deleted it. */
export function accountDeletedMail(
  language: MailLanguage,
  values: { account: string; email: string },
  publicUrl: string,
): MailText {
  const t = translator(language);
  return {
    subject: t('deletedSubject', values),
    text: paragraphs(t('deleted', { ...values, host: hostOf(publicUrl) }), t('deletedHelp')),
  };
}

/** @param detail - Name of the passkey, or empty for other events. */
export function securityMail(
  language: MailLanguage,
  event: SecurityEvent,
  detail: string,
  publicUrl: string,
): MailText {
  const t = translator(language);
  const host = hostOf(publicUrl);
  return {
    subject: t('securitySubject', { host }),
    text: paragraphs(
      t(event, { name: detail, host }),
      `${t('securityHelp')}\n${publicUrl}/console/recover`,
    ),
  };
}
