/** One reader under test. */
export interface Subject {
  /** Package name, or a description. */
  name: string;
  version: string;
  /** `floor`: the bare page as baseline; `ours`: this project. */
  kind: 'floor' | 'ours' | 'peer';
  /** Page for a cold start at the section where the bench begins. */
  openingUrl: string;
  /** Page for continuing to read from there, or null if only opening is timed. */
  readingUrl: string | null;
  /** Tag of the element that contains the pages; `null` if there is nothing else on the page. */
  pagesTag: string | null;
}

/** Wide enough for two columns in all readers. */
export const viewport = { width: 1280, height: 800 };
