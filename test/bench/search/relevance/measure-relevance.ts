import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexedBook } from '../../../../server/search/indexed-book.ts';
import { gradesOf, type RelevanceQuery } from './graded-query.ts';

/**
 * Share of queries with an intended book among the first three results, and nDCG@10, for one kind
 * of query.
 */
export interface RelevanceScore {
  queries: number;
  success: number;
  ndcg: number;
  /** Queries without an intended book among the first three results. */
  failed: RelevanceQuery[];
}

/** Reads queries from a file in this folder. Skips books that are not in the catalog. */
export function writtenQueries(books: IndexedBook[], file: string): RelevanceQuery[] {
  const lines = readFileSync(join(import.meta.dirname, file), 'utf8').split('\n');
  let kind = '';
  return lines.flatMap((line) => {
    if (line.startsWith('# class: ')) kind = line.slice('# class: '.length);
    if (line === '' || line.startsWith('#')) return [];
    const [text = '', title = '', author = ''] = line.split('|').map((part) => part.trim());
    if (title === '' && author === '') return [];
    const grades = gradesOf(books, { title, author });
    return [...grades.values()].includes(3) ? [{ kind, text, languages: null, grades }] : [];
  });
}

/**
 * Scores the first ten hits of each query. Editions of one work count once, both in the hits and in
 * the best possible order.
 */
export function measureRelevance(
  books: IndexedBook[],
  queries: RelevanceQuery[],
  find: (query: RelevanceQuery) => number[],
): Map<string, RelevanceScore> {
  const workOf = (ordinal: number) => books[ordinal - 1]?.workId ?? String(ordinal);
  const scores = new Map<string, RelevanceScore>();
  for (const query of queries) {
    const hits = find(query);
    const seen = new Set<string>();
    let gain = 0;
    for (const [at, ordinal] of hits.slice(0, 10).entries()) {
      const work = workOf(ordinal);
      if (seen.has(work)) continue;
      seen.add(work);
      gain += gainOf(query.grades.get(ordinal) ?? 0, at);
    }
    const best = new Map<string, number>();
    for (const [ordinal, grade] of query.grades) {
      const work = workOf(ordinal);
      best.set(work, Math.max(grade, best.get(work) ?? 0));
    }
    const ideal = [...best.values()]
      .sort((a, b) => b - a)
      .slice(0, 10)
      .reduce((sum, grade, at) => sum + gainOf(grade, at), 0);
    const isFound = hits.slice(0, 3).some((ordinal) => query.grades.get(ordinal) === 3);
    for (const kind of [query.kind, 'all']) {
      const score = scores.get(kind) ?? { queries: 0, success: 0, ndcg: 0, failed: [] };
      score.queries += 1;
      score.success += Number(isFound);
      score.ndcg += gain / ideal;
      if (!isFound) score.failed.push(query);
      scores.set(kind, score);
    }
  }
  for (const score of scores.values()) {
    score.success /= score.queries;
    score.ndcg /= score.queries;
  }
  return scores;
}

function gainOf(grade: number, at: number): number {
  return (2 ** grade - 1) / Math.log2(at + 2);
}
