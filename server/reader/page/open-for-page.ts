import type { OpenEmbed } from '../open-embed.ts';
import type { ReaderPartnering } from '../partnering.ts';
import type { PageServices } from './services.ts';

/** Opens a book for a page, as `GET /v1/reader/embed` does. */
export function openForPage(
  openEmbed: OpenEmbed,
  visits: ReaderPartnering['visits'],
): PageServices['openEmbed'] {
  return async (caller, { deployment, ...asking }) => {
    const named = deployment ? { ...asking, deployment: deployment.id } : asking;
    const { reading, ...opened } = await openEmbed(caller, named);
    return { ...opened, countImpression: (headers) => visits.impression(reading, headers) };
  };
}
