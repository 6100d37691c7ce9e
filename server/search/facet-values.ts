import { fold, foldedWords } from '../text/fold.ts';
import type { FacetKind } from './contract.ts';

/** Every language, subject, author and publisher by number. */
export class FacetValues {
  readonly #kinds: FacetKind[] = [];
  readonly #values: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Values that differ in case and marks alone, by what they fold to. */
  readonly #alike = new Map<string, number[]>();
  /** Few, and walked through by every filter of languages. */
  readonly #languages: number[] = [];
  /** Authors by the words of their names, in whatever order. */
  readonly #authors = new Map<string, number[]>();

  get size(): number {
    return this.#values.length;
  }

  kind(facet: number): FacetKind | undefined {
    return this.#kinds[facet];
  }

  value(facet: number): string {
    return this.#values[facet] ?? '';
  }

  /** The value's number; given to it now when it is new. */
  add(kind: FacetKind, value: string): number {
    const key = `${kind} ${kind === 'language' ? value.toLowerCase() : value}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#values.length);
    this.#kinds.push(kind);
    this.#values.push(value);
    const facet = this.#values.length - 1;
    if (kind === 'language') this.#languages.push(facet);
    else put(this.#alike, alikeKey(kind, value), facet);
    if (kind === 'author') put(this.#authors, nameKey(value), facet);
    return facet;
  }

  /** The values that are this but for case and marks. */
  find(kind: FacetKind, value: string): ReadonlySet<number> {
    return new Set(this.#alike.get(alikeKey(kind, value)));
  }

  /** The authors who are called so, last name first or last. */
  authors(name: string): ReadonlySet<number> {
    return new Set(this.#authors.get(nameKey(name)));
  }

  /** Languages that are one of these or a variety of it: `en` stands for `en-us` too. */
  languages(tags: string[]): Set<number> {
    const isWanted = (language: string) =>
      tags.some((tag) => language === tag || language.startsWith(`${tag}-`));
    return new Set(this.#languages.filter((facet) => isWanted(this.value(facet).toLowerCase())));
  }
}

function put(lists: Map<string, number[]>, key: string, facet: number): void {
  const list = lists.get(key);
  if (list) list.push(facet);
  else lists.set(key, [facet]);
}

function alikeKey(kind: FacetKind, value: string): string {
  return `${kind} ${fold(value).trim()}`;
}

function nameKey(name: string): string {
  return foldedWords(name).sort().join(' ');
}
