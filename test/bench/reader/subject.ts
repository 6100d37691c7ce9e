/** One reader under test. */
export interface Subject {
  /** The package's name, or what it is. */
  name: string;
  version: string;
  /** `floor`: the bare page; `ours`: this project. */
  kind: 'floor' | 'ours' | 'peer';
  /** Page for a cold start at the section where the bench begins. */
  openingUrl: string;
  /** Page for reading on from there; `null` when only opening is timed. */
  readingUrl: string | null;
  /** Tag of the element that holds the pages; `null` when there is nothing else on the page. */
  pagesTag: string | null;
}

/** Wide enough for two columns everywhere. */
export const viewport = { width: 1280, height: 800 };
