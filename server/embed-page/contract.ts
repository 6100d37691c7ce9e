import { type Book, BookId } from '../books/contract.ts';
import { type Money } from '../values/money.ts';
import type { Section } from '../epub/contract.ts';
import type { ReaderSession, TocEntryContent } from '../reading-sessions/contract.ts';
import { z } from 'zod';

const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/);

/** What a visit to a page may bring along, on every host. */
const visit = {
  chapter: z
    .string()
    .regex(/^(?:\d{1,9}|ch_[0-9A-Za-z]{16,44})$/)
    .transform((chapter) => (chapter.startsWith('ch_') ? chapter : Number(chapter)))
    .optional(),
  theme: z.enum(['light', 'dark', 'sepia', 'contrast', 'system']).optional(),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,8}(-[0-9A-Za-z]{1,8})*$/)
    .max(35)
    .optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  affiliate: Code.optional(),
  campaign: Code.optional(),
  sub: Code.optional(),
  consent: z.enum(['required', 'granted']).optional(),
};

/** `BookId`, or `isbn:` and the ISBN without hyphens. */
export const BookReference = z.union([
  BookId,
  z
    .string()
    .regex(/^isbn:[\dXx-]{10,17}$/)
    .transform((isbn) => `isbn:${isbn.slice('isbn:'.length).replaceAll('-', '').toUpperCase()}`),
]);

/**
 * Of a page on the host of a deployment, which says all the rest. What mailings and networks add to the
 * addresses that they pass on (`utm_source`, `fbclid`) must not keep anyone from the book.
 */
export const VisitQuery = z.object(visit);

/** Of `GET /v1/reader/embed` as a page: the key stands in the address, as a frame sends no header. */
export const PageQuery = z.object({
  book: BookReference,
  deployment: z
    .string()
    .regex(/^dep_[0-9A-Za-z]{1,40}$/)
    .optional(),
  key: z.string().max(200).optional(),
  format: z.enum(['html']).optional(),
  ...visit,
});
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
export interface PageUrls {
  /** Of this page, without what belongs to one visit. */
  canonical: string;
  /** Of the page of a section, from the origin’s root on. */
  section: (index: number) => string;
  /** Of the book’s first page. */
  book: string;
  /** Of its description for those who would show it in a frame. */
  oembed: (format: 'json' | 'xml') => string;
}

export type VisitQuery = z.infer<typeof VisitQuery>;

export type PageQuery = z.infer<typeof PageQuery>;
