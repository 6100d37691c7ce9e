import { fold, foldedWords } from '../text/fold.ts';
import type { FacetKind } from './contract.ts';

/** Every language, subject, author and publisher by number. */
export class FacetValues {
  readonly #kinds: FacetKind[] = [];
  readonly #values: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Few, and walked through by every filter of languages. */
  readonly #languages: number[] = [];
  /** Authors by the words of their names, in whatever order. */
  readonly #authors = new Map<string, number>();

  get size(): number {
    return this.#values.length;
  }

  kind(facet: number): FacetKind | undefined {
    return this.#kinds[facet];
  }

  value(facet: number): string {
    return this.#values[facet] ?? '';
  }

  /** The value's number; values that differ in case and marks alone are one. */
  add(kind: FacetKind, value: string): number {
    const key = keyOf(kind, value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#values.length);
    this.#kinds.push(kind);
    this.#values.push(value);
    const facet = this.#values.length - 1;
    if (kind === 'language') this.#languages.push(facet);
    if (kind === 'author') this.#authors.set(nameKey(value), facet);
    return facet;
  }

  find(kind: FacetKind, value: string): number | undefined {
    return this.#numbers.get(keyOf(kind, value));
  }

  /** The author who is called so, last name first or last. */
  author(name: string): number | undefined {
    return this.#authors.get(nameKey(name));
  }

  /** Languages that are one of these or a variety of it: `en` stands for `en-us` too. */
  languages(tags: string[]): Set<number> {
    const isWanted = (language: string) =>
      tags.some((tag) => language === tag || language.startsWith(`${tag}-`));
    return new Set(this.#languages.filter((facet) => isWanted(this.value(facet).toLowerCase())));
  }
}

function keyOf(kind: FacetKind, value: string): string {
  return `${kind} ${kind === 'language' ? value.toLowerCase() : fold(value).trim()}`;
}

function nameKey(name: string): string {
  return foldedWords(name).sort().join(' ');
}
