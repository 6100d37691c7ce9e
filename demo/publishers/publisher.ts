import type { NewDeployment } from '../../server/deployments/contract.ts';
import type { BookPatch } from '../../server/books/book-input.ts';

/** A publisher of the demo's shop, with its theme and one book. */
export interface Publisher {
  /** Name of its folder, its page and its subdomain of `localhost`. */
  id: string;
  name: string;
  /** Settings of its deployment; URLs and keys are added when the demo starts. */
  deploymentSettings: { theme: NewDeployment['theme']; currency: string; locale?: string };
  book: PublisherBook;
  /** Price and sample of the book. */
  saleTerms: {
    price: { amount: string; currency: string };
    access: NonNullable<BookPatch['access']>;
  };
}

/** Source of a book; `packPublisherBook` creates the EPUB file. */
export interface PublisherBook {
  /** Unique identifier in the EPUB file, `urn:uuid:…`. */
  id: string;
  isbn: string;
  title: string;
  subtitle?: string;
  /** Name for display and for sorting. */
  author: [name: string, sortName: string];
  description: string;
  css: string;
  sections: BookSection[];
  /** Generated SVG of the cover; by default `cover.svg` in the publisher's folder. */
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
