import type { IndexedBook } from '../../../../server/search/indexed-book.ts';
import { soundOfGreek, transliterate } from '../../../../server/search/transliterate.ts';
import type { Random } from '../random.ts';
import { mainTitle, wordsOf } from './graded-query.ts';

/** The words of a title and a surname in a query, in lower case. */
export interface TypedWork {
  book: IndexedBook;
  /** The main part of the title, or null if it is too long to type. */
  title: string | null;
  /** Null if the first author has no plain surname. */
  surname: string | null;
}

/** Words for a volume that precede its number, by language. */
const volumeWords: Record<string, string[]> = {
  en: ['vol', 'vol.', 'volume', 'part', 'book', '#'],
  fr: ['tome', 't.', 'vol'],
  de: ['band', 'bd.', 'teil'],
  es: ['tomo', 'vol'],
  it: ['vol', 'volume', 'tomo'],
  pt: ['volume', 'vol', 'tomo'],
  nl: ['deel', 'dl.'],
  fi: ['osa'],
  sv: ['del', 'band'],
  hu: ['kötet'],
};
const publishers = ['penguin', 'oxford', 'gallimard', 'reclam', 'everyman', 'project gutenberg'];
const seriesNames = ['penguin classics', 'modern library', 'world classics', 'collection'];
const apostrophes = /(?<=\p{L})['’‘ʼ](?=\p{L})/gu;
const volumeInTitle =
  /\b(?:vol(?:ume|\.)?|tome|tomo|band|teil|part|deel|osa|kötet|book)\.?\s+(?<number>\d{1,2}|[ivx]{1,5})\b/iu;

/** Other ways in which people type a work. Null if one does not apply to the work. */
export const typingHabits: Record<
  string,
  (work: TypedWork, random: Random) => string | { text: string; title: string } | null
> = {
  'title-year': ({ title }, random) => title && `${title} ${1780 + random.below(245)}`,
  'title-publisher': ({ title, surname }, random) =>
    title && surname && `${title} ${surname} ${random.pick(publishers)}`,
  'title-series': ({ title, surname }, random) =>
    title && surname && `${surname} ${title} (${random.pick(seriesNames)})`,
  'all-caps': ({ title, surname }) => title && `${title} ${surname ?? ''}`.trim().toUpperCase(),
  'swapped-name': ({ title, surname, book }) => {
    const given = (book.authors[0] ?? '').toLowerCase().split(/\s+/).slice(0, -1).join(' ');
    return title && surname && given ? `${surname}, ${given} ${title}` : null;
  },
  volume: ({ book, surname }, random) => {
    const number = volumeInTitle.exec(book.title)?.groups?.['number'];
    const title = mainTitle(book.title).replace(volumeInTitle, '').trim().toLowerCase();
    const words = volumeWords[book.languages[0] ?? ''];
    if (!number || !words || title.length < 4 || wordsOf(title).length > 8) return null;
    const before = random.below(2) === 0 && surname ? `${surname} ` : '';
    return { text: `${before}${title} ${random.pick(words)} ${number}`, title: book.title };
  },
  'wrong-apostrophe': ({ title }, random) => {
    const marks = ['’', '‘', '`', '´', 'ʼ', ' ', "'"];
    const changed = title?.replace(apostrophes, () => random.pick(marks));
    return changed && changed !== title ? changed : null;
  },
  'split-word': ({ title, surname }, random) => {
    const words = (title ?? '').split(' ');
    const at = words.findIndex((word) => /^[a-zäöüß]{8,}$/.test(word));
    const word = words[at];
    if (!word || words.length < 2) return null;
    const place = 4 + random.below(word.length - 7);
    const split = words.with(at, `${word.slice(0, place)} ${word.slice(place)}`).join(' ');
    return surname ? `${split} ${surname}` : split;
  },
  transliterated: ({ title, book }) => {
    const words = wordsOf(title ?? '');
    if (!/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(title ?? '')) return null;
    const isGreek = book.languages.some((language) => /^(?:el|grc)\b/.test(language));
    return words
      .map((word) => (isGreek ? soundOfGreek(word) : transliterate(word)) ?? word)
      .join(' ');
  },
  'umlauts-spelled': ({ title, surname }) => {
    const spelled = (text: string) =>
      text
        .replaceAll('ä', 'ae')
        .replaceAll('ö', 'oe')
        .replaceAll('ü', 'ue')
        .replaceAll('ß', 'ss')
        .replaceAll('å', 'aa');
    const text = `${title ?? ''} ${surname ?? ''}`.trim();
    return title && spelled(text) !== text ? spelled(text) : null;
  },
  'part-and-author': ({ title, surname, book }, random) => {
    const words = (title ?? '').split(' ');
    if (words.length < 3 || !surname) return null;
    const part = words.slice(0, 2 + random.below(words.length - 2)).join(' ');
    return random.below(2) === 0 ? `${part} ${surname}` : `${book.authors[0]} ${part}`;
  },
  'one-missing-word': ({ title, surname }, random) => {
    const words = (title ?? '').split(' ');
    if (words.length < 4 || !surname) return null;
    return `${words.toSpliced(random.below(words.length), 1).join(' ')} ${surname}`;
  },
  'one-wrong-word': ({ title, surname }, random) => {
    const words = (title ?? '').split(' ');
    if (words.length < 4 || !surname) return null;
    const at = random.below(words.length);
    return `${words.with(at, random.pick(['of', 'the', 'and', 'to', 'a'])).join(' ')} ${surname}`;
  },
  'double-space-and-dash': ({ title, surname }) =>
    title && surname && `${title.replaceAll(' ', '  ')} – ${surname}`,
};
