import type { NewDeployment } from '../../server/deployments/contract.ts';
import type { BookPatch } from '../../server/books/book-input.ts';

/** A house of the demo's shop: its look, and the one book that it shows. */
export interface Publisher {
  /** Names its folder, its page and its domain below `localhost`. */
  id: string;
  name: string;
  /** What is its own in its deployment; addresses and keys come later. */
  deploymentSettings: { theme: NewDeployment['theme']; currency: string; locale?: string };
  book: PublisherBook;
  /** What the book costs, and how much of it everyone may read. */
  saleTerms: {
    price: { amount: string; currency: string };
    access: NonNullable<BookPatch['access']>;
  };
}

/** A book as its house writes it down; `packHouseBook` makes a file of it. */
export interface PublisherBook {
  /** Its identifier in the file, `urn:uuid:…`. */
  id: string;
  isbn: string;
  title: string;
  subtitle?: string;
  /** As on the cover, and as in an index. */
  author: [name: string, sortName: string];
  description: string;
  css: string;
  sections: BookSection[];
  /** SVG of its cover where that is drawn by code; else it is `cover.svg` in the folder of its house. */
  cover?: string;
  /** Size of every page of a book whose pages are drawn. */
  pageSize?: { width: number; height: number };
}

export interface BookSection {
  /** Its file is named after it. */
  id: string;
  title: string;
  /** XHTML of its body. */
  body: string;
}
