import type { Book, Money } from '../../books/contract.ts';
import type { Section } from '../../epub/contract.ts';
import type { ReaderSession, TocEntryContent } from '../contract.ts';
import type { z } from 'zod';

/** As much of an embed as a page shows; all of it goes to the component. */
export interface PageEmbed {
  session: z.infer<typeof ReaderSession>;
  book: Book;
  readingOrder: { href: string; title: string; linear: boolean }[];
  toc: TocEntryContent[];
  first: Section;
  styleSheets: Record<string, string>;
  theme: {
    name: 'light' | 'dark' | 'sepia' | 'contrast' | 'system' | null;
    /** One value for every theme, or one for each. */
    tokens: Record<string, string | { light: string; dark: string; sepia: string }>;
  };
  locale: string | null;
  changes: { url: string; lastEventId: string } | null;
  access: { mode: 'full' | 'sample'; until: { section: number; offset: number } | null };
  purchase: PagePurchase | null;
  deployment: PageDeployment | null;
}

export interface PagePurchase {
  price: Money | null;
  /** In the reader’s currency. */
  converted: Money | null;
  buyUrl: string | null;
}

export interface PageDeployment {
  name: string;
  logo: { url: string; width: number; height: number; alt: string } | null;
  fonts: { family: string; url: string; weight: string; style: string }[];
  links: { home: string | null; privacy: string | null; terms: string | null };
  features: {
    contents: boolean;
    settings: boolean;
    title: boolean;
    progress: boolean;
    buy: boolean;
  };
}

/** Where a page and what it links to lie. */
export interface PageAddresses {
  /** Of this page, without what belongs to one visit. */
  canonical: string;
  /** Of the page of a section, from the origin’s root on. */
  section: (index: number) => string;
  /** Of the book’s first page. */
  book: string;
  /** Of its description for those who would show it in a frame. */
  oembed: (format: 'json' | 'xml') => string;
}
