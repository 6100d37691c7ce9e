import { z } from 'zod';
import { wholeNumber } from '../http/whole-number.ts';

/** https://oembed.com/#section2.2 */
export const OembedQuery = z.strictObject({
  url: z.string().min(1).max(4000),
  maxwidth: wholeNumber(1, 10_000).optional(),
  maxheight: wholeNumber(1, 10_000).optional(),
  // What is not one of ours is answered by its own status, not as a fault of the request.
  format: z.string().max(50).optional(),
});
export type OembedQuery = z.infer<typeof OembedQuery>;

/** A `rich` answer: https://oembed.com/#section2.3 */
export interface Oembed {
  version: '1.0';
  type: 'rich';
  title: string;
  author_name?: string;
  provider_name: string;
  provider_url: string;
  /** Seconds. */
  cache_age: number;
  thumbnail_url?: string;
  thumbnail_width?: number;
  thumbnail_height?: number;
  html: string;
  width: number;
  height: number;
}
