import type { FailureCode } from '../failure.ts';
import { en } from './messages/en.ts';
import { ar } from './messages/ar.ts';
import { cs } from './messages/cs.ts';
import { de } from './messages/de.ts';
import { es } from './messages/es.ts';
import { fr } from './messages/fr.ts';
import { he } from './messages/he.ts';
import { hi } from './messages/hi.ts';
import { it } from './messages/it.ts';
import { ja } from './messages/ja.ts';
import { ko } from './messages/ko.ts';
import { nl } from './messages/nl.ts';
import { pl } from './messages/pl.ts';
import { pt } from './messages/pt.ts';
import { ru } from './messages/ru.ts';
import { sv } from './messages/sv.ts';
import { tr } from './messages/tr.ts';
import { uk } from './messages/uk.ts';
import { zh } from './messages/zh.ts';
import { zhHant } from './messages/zh-hant.ts';

/** All messages of the pages. A catalogue with a missing message does not compile. */
export interface Words {
  /** BCP 47 tag of the catalogue. */
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

/** @param code - Null for an unexpected error. */
export function failureKind(code: FailureCode | null, status: number): FailureKind {
  if (code && busy.has(code)) return 'busy';
  if (code === 'not_licensed') return 'not-licensed';
  if (status === 404) return 'unknown';
  if (status === 401 || status === 403) return 'closed';
  if (status === 429) return 'used-up';
  return status < 500 ? 'wrong' : 'fault';
}

/** Catalogues by language, or by language and script. */
export const catalogues: Readonly<Record<string, Words>> = {
  en,
  ar,
  cs,
  de,
  es,
  fr,
  he,
  hi,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  sv,
  tr,
  uk,
  zh,
  'zh-hant': zhHant,
};

/**
 * The catalogue of the requested language, or English if there is none.
 *
 * @param requested - From the URL or the deployment; takes precedence over the browser's languages.
 * @param accepted - The browser's languages, most preferred first.
 */
export function findMessages(requested: string | null, accepted: string[]): Words {
  for (const tag of requested ? [requested] : accepted) {
    const messages = findCatalogue(tag);
    if (messages) return messages;
  }
  return en;
}

/** Adds the likely script: `zh-TW` maps to `zh-hant`, other Chinese tags to `zh`. */
function findCatalogue(tag: string): Words | undefined {
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
