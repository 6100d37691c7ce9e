import { type Book, BookId } from '../books/contract.ts';
import { type Money } from '../values/money.ts';
import type { Section } from '../epub/contract.ts';
import type { ReaderSession, TocEntryContent } from '../reading-sessions/contract.ts';
import { z } from 'zod';

const Code = z.string().regex(/^[0-9A-Za-z_.-]{1,64}$/);

/** Query parameters for a page visit on any host. */
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
    .regex(/^[A-Z]{3}$/, 'Must be an ISO 4217 code in capital letters, such as EUR.')
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
 * Query parameters for a page on a custom domain. The deployment defines everything else. Unknown
 * parameters are ignored because newsletters and social networks add their own (`utm_source`,
 * `fbclid`).
 */
export const VisitQuery = z.object(visit);

/**
 * Query parameters for `GET /v1/reader/embed` as a page. The key is a parameter because frames send
 * no headers.
 */
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

/** The fields of an embed that a page uses. The page passes the complete embed to the reader. */
export interface PageEmbed {
  session: z.infer<typeof ReaderSession>;
  book: Book;
  readingOrder: { href: string; title: string; linear: boolean; chapter: { id: string } | null }[];
  toc: TocEntryContent[];
  first: Section;
  styleSheets: Record<string, string>;
  theme: {
    name: 'light' | 'dark' | 'sepia' | 'contrast' | 'system' | null;
    /** One value for all themes, or one for each. */
    tokens: Record<string, string | { light: string; dark: string; sepia: string }>;
  };
  locale: string | null;
  /** Present if a test key opened the book. */
  environment?: 'test' | undefined;
  changes: { url: string; lastEventId: string } | null;
  access: { mode: 'full' | 'sample'; until: { section: number; offset: number } | null };
  purchase: PagePurchase | null;
  deployment: PageDeployment | null;
}

export interface PagePurchase {
  price: Money | null;
  /** The price in the reader's currency. */
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

/** URLs of a page and its links. */
export interface PageUrls {
  /** This page, without visit parameters. */
  canonical: string;
  /** Returns the path of a section's page by its index or chapter id. */
  section: (name: number | string) => string;
  /** The book's first page. */
  book: string;
  /** Path of that page with the parameters of the current visit. */
  bookVisit: string;
  /** Path of the site's icon. */
  icon: string;
  /** Returns the URL of the page's oEmbed document. */
  oembed: (format: 'json' | 'xml') => string;
}

export type VisitQuery = z.infer<typeof VisitQuery>;

export type PageQuery = z.infer<typeof PageQuery>;
