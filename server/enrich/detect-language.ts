import { eld } from 'eld/extrasmall';
import { languageTag } from '../epub/package/language-tag.ts';

/** Places of a book that are looked at, and characters of each: front matter alone would mislead. */
const samples = 8;
const sampleLength = 600;
/** Fewer letters than two lines say too little. */
const fewestLetters = 100;

export interface DetectedLanguage {
  /** BCP 47, a language without a region. */
  language: string;
  /** 0 to 1. */
  confidence: number;
}

/**
 * The language that most of a text reads as; null when it is too short, in no language that is
 * known, or in so many that none has half of it.
 */
export function detectLanguage(text: string): DetectedLanguage | null {
  const scores = new Map<string, number[]>();
  const readable = samplesOf(text).filter((sample) => lettersIn(sample) >= fewestLetters);
  for (const sample of readable) {
    const result = eld.detect(sample);
    const language = languageTag(result.language);
    if (!language || !result.isReliable()) continue;
    const score = result.getScores()[result.language] ?? 0;
    scores.set(language, [...(scores.get(language) ?? []), Math.min(1, score)]);
  }
  const [best] = [...scores].sort(([, one], [, other]) => other.length - one.length);
  if (!best || best[1].length * 2 <= readable.length) return null;
  const [language, found] = best;
  // The mean over all samples: those that read as something else, or as nothing, count against it.
  const sum = found.reduce((total, score) => total + score, 0);
  return { language, confidence: Math.round((sum / readable.length) * 100) / 100 };
}

function samplesOf(text: string): string[] {
  if (text.length <= samples * sampleLength) return [text];
  const step = text.length / samples;
  return Array.from({ length: samples }, (_, index) => {
    const start = Math.floor(step * (index + 0.5) - sampleLength / 2);
    return text.slice(start, start + sampleLength);
  });
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Languages that their texts hardly tell apart. */
const alike = [
  ['no', 'nb', 'nn', 'da'],
  ['hr', 'sr', 'bs', 'sh', 'cnr'],
  ['ms', 'id'],
  ['fil', 'tl'],
  ['zh', 'yue', 'wuu', 'lzh'],
];

/** Whether two tags name one language, or two that their texts hardly tell apart. */
export function isSameLanguage(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return a === b || alike.some((group) => group.includes(a) && group.includes(b));
}
