import { z } from 'zod';
import { WebpubLink, WebpubMetadata } from './contract.ts';

/** A publication of a catalogue: https://drafts.opds.io/opds-2.0 */
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

export const opdsType = 'application/opds+json';
