/** One reader under test. */
export interface Subject {
  /** Package name, or a description. */
  name: string;
  version: string;
  /** `floor` is the bare page, the baseline. `ours` is this project. */
  kind: 'floor' | 'ours' | 'peer';
  /** Page for a cold start at the section where the bench begins. */
  openingUrl: string;
  /** Page for continuing to read from there, or null if only opening is timed. */
  readingUrl: string | null;
  /** Tag of the element that contains the pages, or `null` if there is nothing else on the page. */
  pagesTag: string | null;
}

/** Wide enough for two columns in all readers. */
export const viewport = { width: 1280, height: 800 };
