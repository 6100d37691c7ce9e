import type { Matcher } from './matcher.ts';
import type { HitExplanation } from './contract.ts';
import { partWeights, type RowScorer, type ScoreParts } from './row-score.ts';
import { fieldWeights, type SearchField, searchFields, type Term } from './term.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Explains where each typed word matches in a row, and how its score is composed. */
export function explainHit(
  row: number,
  terms: Term[],
  score: number,
  index: { matcher: Matcher; scorer: RowScorer; vocabulary: Vocabulary; hasShortForms: boolean },
): HitExplanation {
  let [sum, contentFields] = [0, 0];
  const words = terms.map(
    ({ typed, weight, isContent, variants }): HitExplanation['words'][number] => {
      let best: HitExplanation['words'][number] | null = null;
      let value = 0;
      for (const { word, withWord, quality, kind, typos } of variants) {
        const fields =
          index.matcher.fieldsOf(word, row) &
          (withWord === undefined ? -1 : index.matcher.fieldsOf(withWord, row));
        if (fields === 0) continue;
        if (isContent) contentFields |= fields;
        const reached = quality * (fieldWeights[fields] ?? 0);
        if (reached <= value) continue;
        value = reached;
        const rest = withWord === undefined ? '' : ` ${index.vocabulary.spelling(withWord)}`;
        best = {
          typed,
          matched: index.vocabulary.spelling(word).replace('^', '') + rest,
          match: kind,
          typos,
          fields: fieldsIn(fields),
          weight: round(weight),
          isOptional: !isContent,
        };
      }
      sum += weight * value;
      const none = { matched: null, match: null, typos: 0, fields: [] };
      return best ?? { typed, ...none, weight: round(weight), isOptional: !isContent };
    },
  );
  index.scorer.begin(terms, index);
  const parts = index.scorer.partsOf(row, sum, contentFields);
  const weighted = (part: keyof ScoreParts) => round(parts[part] * partWeights[part]);
  return {
    score: round(score),
    parts: {
      words: weighted('words'),
      title: weighted('title'),
      order: weighted('order'),
      name: weighted('name'),
      popularity: weighted('popularity'),
    },
    words,
  };
}

function fieldsIn(bits: number): SearchField[] {
  const names = Object.keys(searchFields).filter(isField);
  return names.filter((name) => (bits & searchFields[name]) !== 0);
}

function isField(name: string): name is SearchField {
  return Object.hasOwn(searchFields, name);
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
