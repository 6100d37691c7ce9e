import { francAll } from 'franc-min';
import { canonicalLanguageTag } from '../../values/language-tag.ts';

/** Number of samples and characters per sample. Front matter alone would be misleading. */
const sampleCount = 8;
const sampleLength = 600;
/** Samples with fewer letters are not reliable. */
const minLetters = 100;

/**
 * Minimum lead over the second language, on a scale from 0 to 1. Similar languages, such as Danish
 * and Norwegian, differ by less.
 */
const minScoreLead = 0.005;

export interface DetectedLanguage {
  /** BCP 47 tag without a region. */
  language: string;
  /** Share of the samples in that language. */
  confidence: number;
}

/**
 * Detects the main language of text. Returns null if the text is too short or in an unknown
 * language, or if no language has more than half of the samples.
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

/**
 * Returns null if the two most likely languages are about equally likely or the language is
 * unknown.
 */
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

/** Languages that are hard to tell apart. */
const similarLanguages = [
  ['no', 'nb', 'nn', 'da'],
  ['hr', 'sr', 'bs', 'sh', 'cnr'],
  ['ms', 'id'],
  ['fil', 'tl'],
  ['zh', 'yue', 'wuu', 'lzh'],
];

/** Whether two tags refer to the same language or to languages that are hard to tell apart. */
export function isSimilarLanguage(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return a === b || similarLanguages.some((group) => group.includes(a) && group.includes(b));
}
