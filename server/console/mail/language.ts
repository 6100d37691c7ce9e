import type { FastifyRequest } from 'fastify';
import type { Database } from '../../db/open.ts';
import { acceptedLanguages } from '../../embed-page/send-page.ts';

/** Languages of email. Each has a catalog in `messages/`. */
export const mailLanguages = [
  'ar',
  'cs',
  'de',
  'en',
  'es',
  'fr',
  'he',
  'hi',
  'it',
  'ja',
  'ko',
  'nl',
  'pl',
  'pt',
  'ru',
  'sv',
  'tr',
  'uk',
  'zh',
  'zh-Hant',
] as const;
export type MailLanguage = (typeof mailLanguages)[number];

const names: ReadonlyMap<string, MailLanguage> = new Map(mailLanguages.map((name) => [name, name]));

/**
 * Returns the first accepted language that has an email catalog. The console sends the language
 * selected there.
 *
 * @param header - `Accept-Language`.
 */
export function findMailLanguage(header: string | undefined): MailLanguage | null {
  for (const tag of acceptedLanguages(header?.slice(0, 300))) {
    const found = findLanguage(tag);
    if (found) return found;
  }
  return null;
}

/** `zh-TW` uses traditional characters and resolves to `zh-Hant`. */
function findLanguage(tag: string): MailLanguage | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return names.get(`${language}-${script}`) ?? names.get(language) ?? null;
  } catch {
    return null;
  }
}

export function requestLanguage({ headers }: Pick<FastifyRequest, 'headers'>): MailLanguage | null {
  return findMailLanguage(headers['accept-language']);
}

/** Stores the language of a user's email. */
export async function saveLanguage(
  db: Database,
  userId: string,
  language: MailLanguage | null,
): Promise<void> {
  if (!language) return;
  const stored = await db.query
    .selectFrom('users')
    .select('language')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!stored || stored.language === language) return;
  await db.relaxedTransaction(async (query) => {
    await query.updateTable('users').set({ language }).where('id', '=', userId).execute();
  });
}

/**
 * Returns the language for email to an address: the user's language, otherwise the language of the
 * person who triggers the email.
 */
export async function languageFor(
  { query }: Database,
  email: string,
  request: Pick<FastifyRequest, 'headers'> | null,
): Promise<MailLanguage> {
  const user = await query
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .executeTakeFirst();
  const stored = user?.language ? names.get(user.language) : undefined;
  return stored ?? (request && requestLanguage(request)) ?? 'en';
}
