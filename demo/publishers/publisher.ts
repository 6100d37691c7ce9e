import type { NewDeployment } from '../../server/deployments/contract.ts';
import type { BookPatch } from '../../server/books/book-input.ts';

/** A publisher in the demo shop, with its theme and one book. */
export interface Publisher {
  /** Name of the publisher's folder, page and `localhost` subdomain. */
  id: string;
  name: string;
  /** Deployment settings. URLs and keys are added when the demo starts. */
  deploymentSettings: { theme: NewDeployment['theme']; currency: string; locale?: string };
  book: PublisherBook;
  /** The book's price and sample. */
  saleTerms: {
    price: { amount: string; currency: string };
    access: NonNullable<BookPatch['access']>;
  };
}

/** The source of a book, which `packPublisherBook` turns into an EPUB file. */
export interface PublisherBook {
  /** Unique identifier in the EPUB file, in the form `urn:uuid:…`. */
  id: string;
  isbn: string;
  title: string;
  subtitle?: string;
  /** Author's name, for display and for sorting. */
  author: [name: string, sortName: string];
  description: string;
  css: string;
  sections: BookSection[];
  /** Generated SVG of the cover. Defaults to `cover.svg` in the publisher's folder. */
  cover?: string;
  /** Page size of a fixed-layout book, in CSS pixels. */
  pageSize?: { width: number; height: number };
}

export interface BookSection {
  /** File name without extension. */
  id: string;
  title: string;
  /** XHTML content of the body. */
  body: string;
}
