import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import type { FailureCode } from '../failure.ts';

/** All messages on the served pages in one language. */
export interface PageMessages {
  /** The catalog's BCP 47 tag. */
  locale: string;
  direction: 'ltr' | 'rtl';
  by: (names: string) => string;
  contents: string;
  sections: string;
  previous: string;
  next: string;
  about: string;
  sampleEnds: string;
  sampleEndsHelp: (title: string) => string;
  price: string;
  roughly: (price: string) => string;
  buy: string;
  library: string;
  emptyLibrary: string;
  newer: string;
  older: string;
  home: string;
  privacy: string;
  terms: string;
  cover: (title: string) => string;
  testBadge: string;
  testBadgeHelp: string;
  openLink: string;
  openLinkHelp: string;
  copyLink: string;
  consentQuestion: string;
  consentAllow: string;
  consentRefuse: string;
  failures: Record<FailureKind, { title: string; help: string }>;
  requestId: (id: string) => string;
}

/** The failure as shown to readers, who need no technical details. */
export type FailureKind =
  | 'unknown'
  | 'closed'
  | 'used-up'
  | 'busy'
  | 'not-licensed'
  | 'wrong'
  | 'fault';

const busy = new Set<FailureCode>(['burst', 'too_many_requests', 'overloaded']);

/** @param code - Null for an internal error. */
export function failureKind(code: FailureCode | null, status: number): FailureKind {
  if (code && busy.has(code)) return 'busy';
  if (code === 'not_licensed') return 'not-licensed';
  if (status === 404) return 'unknown';
  if (status === 401 || status === 403) return 'closed';
  if (status === 429) return 'used-up';
  return status < 500 ? 'wrong' : 'fault';
}

const folder = new URL('../../shared/messages/', import.meta.url);
const rightToLeft = new Set(['ar', 'he']);

/**
 * The page messages in a catalog, in ICU MessageFormat. Consists of a separate group and the
 * messages shared with the reader.
 */
const Catalogue = z.object({
  shared: z.object({
    contents: z.string(),
    aboutBook: z.string(),
    buyBook: z.string(),
    approximately: z.string(),
    privacy: z.string(),
    terms: z.string(),
    quota: z.string(),
    busy: z.string(),
    busyHelp: z.string(),
    bookUnknown: z.string(),
    bookUnknownHelp: z.string(),
    notLicensed: z.string(),
    notLicensedHelp: z.string(),
    other: z.string(),
    otherHelp: z.string(),
    requestId: z.string(),
    testBadge: z.string(),
    testBadgeHelp: z.string(),
  }),
  page: z.object({
    by: z.string(),
    sections: z.string(),
    previous: z.string(),
    next: z.string(),
    sampleEndsHelp: z.string(),
    price: z.string(),
    library: z.string(),
    emptyLibrary: z.string(),
    newer: z.string(),
    older: z.string(),
    home: z.string(),
    cover: z.string(),
    openLink: z.string(),
    openLinkHelp: z.string(),
    copyLink: z.string(),
    consentQuestion: z.string(),
    consentAllow: z.string(),
    consentRefuse: z.string(),
    closed: z.string(),
    closedHelp: z.string(),
    usedUpHelp: z.string(),
    wrong: z.string(),
    wrongHelp: z.string(),
  }),
});

/** Catalogs by language, or by language and script. */
export const catalogues: Readonly<Record<string, PageMessages>> = Object.fromEntries(
  readdirSync(folder)
    .map((file) => file.replace('.json', ''))
    .map((language) => [language, readMessages(language)]),
);

const english = readMessages('en');

/**
 * Returns the messages in the requested language, otherwise in the first accepted language that has
 * a catalog, otherwise in English.
 *
 * @param requested - From the URL or the deployment. Takes precedence over the browser's languages.
 * @param accepted - The browser's languages, starting with the preferred one.
 */
export function findMessages(requested: string | null, accepted: string[]): PageMessages {
  for (const tag of requested ? [requested] : accepted) {
    const messages = findCatalogue(tag);
    if (messages) return messages;
  }
  return english;
}

/** `zh-TW` uses traditional characters and resolves to `zh-hant`. */
function findCatalogue(tag: string): PageMessages | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    const name = [`${language}-${script?.toLowerCase()}`, language].find((one) =>
      Object.hasOwn(catalogues, one),
    );
    return name === undefined ? undefined : catalogues[name];
  } catch {
    return undefined;
  }
}

/** @throws ZodError if a message is missing. */
function readMessages(language: string): PageMessages {
  const json: unknown = JSON.parse(readFileSync(new URL(`${language}.json`, folder), 'utf8'));
  const { shared, page } = Catalogue.parse(json);
  const locale = new Intl.Locale(language).toString();
  const format = (text: string, values: Record<string, string>) =>
    String(new IntlMessageFormat(text, locale, {}, { ignoreTag: true }).format(values));
  return {
    locale,
    direction: rightToLeft.has(language) ? 'rtl' : 'ltr',
    contents: shared.contents,
    privacy: shared.privacy,
    terms: shared.terms,
    sections: page.sections,
    previous: page.previous,
    next: page.next,
    price: page.price,
    library: page.library,
    emptyLibrary: page.emptyLibrary,
    newer: page.newer,
    older: page.older,
    home: page.home,
    openLink: page.openLink,
    openLinkHelp: page.openLinkHelp,
    copyLink: page.copyLink,
    consentQuestion: page.consentQuestion,
    consentAllow: page.consentAllow,
    consentRefuse: page.consentRefuse,
    by: (names) => format(page.by, { names }),
    about: shared.aboutBook,
    sampleEnds: shared.notLicensed,
    sampleEndsHelp: (title) => format(page.sampleEndsHelp, { title }),
    roughly: (price) => format(shared.approximately, { price }),
    buy: shared.buyBook,
    testBadge: shared.testBadge,
    testBadgeHelp: shared.testBadgeHelp,
    cover: (title) => format(page.cover, { title }),
    failures: {
      unknown: { title: shared.bookUnknown, help: shared.bookUnknownHelp },
      closed: { title: page.closed, help: page.closedHelp },
      'used-up': { title: shared.quota, help: page.usedUpHelp },
      busy: { title: shared.busy, help: shared.busyHelp },
      'not-licensed': { title: shared.notLicensed, help: shared.notLicensedHelp },
      wrong: { title: page.wrong, help: page.wrongHelp },
      fault: { title: shared.other, help: shared.otherHelp },
    },
    requestId: (id) => format(shared.requestId, { id }),
  };
}
