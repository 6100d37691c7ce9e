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

/** Every visible word of the pages. A catalogue that lacks one does not compile. */
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

/** What a reader can make of a failure; whose fault it is concerns only the publisher. */
export type FailureKind =
  | 'unknown'
  | 'closed'
  | 'used-up'
  | 'busy'
  | 'not-licensed'
  | 'wrong'
  | 'fault';

const busy = new Set<FailureCode>(['burst', 'too_many_requests', 'overloaded']);

/** Null: a fault of ours. */
export function failureKind(code: FailureCode | null, status: number): FailureKind {
  if (code && busy.has(code)) return 'busy';
  if (code === 'not_licensed') return 'not-licensed';
  if (status === 404) return 'unknown';
  if (status === 401 || status === 403) return 'closed';
  if (status === 429) return 'used-up';
  return status < 500 ? 'wrong' : 'fault';
}

/** By language, or by language and script. */
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
 * The catalogue of the language that is asked for; English where there is none.
 *
 * @param asked - Of the address or the deployment; goes before what the browser accepts.
 * @param accepted - The browser’s languages, the preferred one first.
 */
export function wordsFor(asked: string | null, accepted: string[]): Words {
  for (const tag of asked ? [asked] : accepted) {
    const words = catalogueOf(tag);
    if (words) return words;
  }
  return en;
}

/** `zh-TW` is written in traditional characters: `zh-hant`, else `zh`. */
function catalogueOf(tag: string): Words | undefined {
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
