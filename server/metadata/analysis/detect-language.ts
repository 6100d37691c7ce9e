import { francAll } from 'franc-min';
import { canonicalLanguageTag } from '../../values/language-tag.ts';

/** Places of a book that are looked at, and characters of each: front matter alone would mislead. */
const sampleCount = 8;
const sampleLength = 600;
/** Fewer letters than two lines say too little. */
const minLetters = 100;

/** Languages are told apart by this much of a score from 0 to 1; alike ones, as Danish and Norwegian, by less. */
const minScoreLead = 0.005;

export interface DetectedLanguage {
  /** BCP 47, a language without a region. */
  language: string;
  /** Share of the places looked at that are in it. */
  confidence: number;
}

/**
 * The language that most of a text reads as; null when it is too short, in no language that is
 * known, or in so many that none has half of it.
 */
export function detectLanguage(text: string): DetectedLanguage | null {
  const votes = new Map<string, number>();
  const readable = takeSamples(text).filter((sample) => countLetters(sample) >= minLetters);
  for (const sample of readable) {
    const language = detectSampleLanguage(sample);
    if (language) votes.set(language, (votes.get(language) ?? 0) + 1);
  }
  const [best] = [...votes].sort(([, one], [, other]) => other - one);
  if (!best || best[1] * 2 <= readable.length) return null;
  return { language: best[0], confidence: Math.round((best[1] / readable.length) * 100) / 100 };
}

/** Null where the two likeliest languages are about as likely, or neither is known. */
function detectSampleLanguage(sample: string): string | null {
  const [[code = 'und', score = 0] = [], [, next = 0] = []] = francAll(sample);
  return code === 'und' || score - next < minScoreLead ? null : canonicalLanguageTag(code);
}

function takeSamples(text: string): string[] {
  if (text.length <= sampleCount * sampleLength) return [text];
  const step = text.length / sampleCount;
  return Array.from({ length: sampleCount }, (_, index) => {
    const start = Math.floor(step * (index + 0.5) - sampleLength / 2);
    return text.slice(start, start + sampleLength);
  });
}

function countLetters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Languages that their texts hardly tell apart. */
const similarLanguages = [
  ['no', 'nb', 'nn', 'da'],
  ['hr', 'sr', 'bs', 'sh', 'cnr'],
  ['ms', 'id'],
  ['fil', 'tl'],
  ['zh', 'yue', 'wuu', 'lzh'],
];

/** Whether two tags name one language, or two that their texts hardly tell apart. */
export function isSimilarLanguage(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return a === b || similarLanguages.some((group) => group.includes(a) && group.includes(b));
}
