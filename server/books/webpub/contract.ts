import { z } from 'zod';

export const opdsMediaType = 'application/opds+json';
/**
 * The part of the Readium Web Publication Manifest used here: https://readium.org/webpub-manifest
 */

export interface WebpubLink {
  href: string;
  type?: string;
  rel?: string | string[];
  title?: string;
  templated?: boolean;
  width?: number;
  height?: number;
  properties?: Record<string, unknown>;
  children?: WebpubLink[];
}

export const WebpubLink: z.ZodType<WebpubLink> = z
  .object({
    href: z.string(),
    type: z.string().optional(),
    rel: z.union([z.string(), z.array(z.string())]).optional(),
    title: z.string().optional(),
    templated: z.boolean().optional().describe('Whether `href` is a template (RFC 6570).'),
    width: z.int().min(1).optional(),
    height: z.int().min(1).optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    get children() {
      return z.array(WebpubLink).optional();
    },
  })
  .meta({ id: 'WebpubLink' });

const WebpubContributor = z.object({
  name: z.string(),
  sortAs: z.string().optional(),
  role: z.string().optional().describe('MARC relator code.'),
});
export type WebpubContributor = z.infer<typeof WebpubContributor>;

const Contributors = z.array(WebpubContributor).optional();

export const WebpubMetadata = z.object({
  '@type': z.string(),
  identifier: z.string().describe('A URI, with the ISBN if there is one.'),
  title: z.string(),
  subtitle: z.string().optional(),
  author: Contributors,
  translator: Contributors,
  editor: Contributors,
  artist: Contributors,
  illustrator: Contributors,
  colorist: Contributors,
  narrator: Contributors,
  contributor: Contributors,
  language: z.array(z.string()).optional(),
  publisher: z.string().optional(),
  published: z
    .string()
    .optional()
    .describe('Publication date. Omitted unless the exact day is known.'),
  modified: z.string(),
  description: z.string().optional(),
  subject: z
    .array(
      z.object({
        name: z.string(),
        code: z.string().optional(),
        scheme: z.string().optional(),
      }),
    )
    .optional(),
  belongsTo: z
    .object({ series: z.object({ name: z.string(), position: z.number().optional() }) })
    .optional(),
  layout: z.enum(['reflowable', 'fixed']),
  readingProgression: z.enum(['ltr', 'rtl']),
  numberOfPages: z.int().min(1).optional(),
});
export type WebpubMetadata = z.infer<typeof WebpubMetadata>;

export const WebpubManifest = z
  .object({
    '@context': z.string(),
    metadata: WebpubMetadata,
    links: z.array(WebpubLink),
    readingOrder: z.array(WebpubLink),
    resources: z.array(WebpubLink),
    toc: z.array(WebpubLink),
    landmarks: z.array(WebpubLink).optional(),
    'page-list': z.array(WebpubLink).optional(),
  })
  .meta({ id: 'WebpubManifest' });
export type WebpubManifest = z.infer<typeof WebpubManifest>;

export const webpubMediaType = 'application/webpub+json';

/** An OPDS 2.0 publication: https://drafts.opds.io/opds-2.0 */
export const OpdsPublication = z.object({
  metadata: WebpubMetadata,
  links: z.array(WebpubLink),
  images: z.array(WebpubLink),
});

export type OpdsPublication = z.infer<typeof OpdsPublication>;

export const OpdsFeed = z
  .object({
    metadata: z.object({
      title: z.string(),
      numberOfItems: z.int().min(0),
      itemsPerPage: z.int().min(1),
    }),
    links: z.array(WebpubLink),
    publications: z.array(OpdsPublication),
    facets: z
      .array(z.object({ metadata: z.object({ title: z.string() }), links: z.array(WebpubLink) }))
      .optional(),
  })
  .meta({ id: 'OpdsFeed' });

export type OpdsFeed = z.infer<typeof OpdsFeed>;
