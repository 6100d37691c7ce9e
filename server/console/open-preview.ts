import { rebaseUrls } from '../embed-page/rebase-urls.ts';
import type { OpenEmbed } from '../reading-sessions/open-embed.ts';
import { ownerOf } from '../values/viewer.ts';
import type { ConsoleContext } from './console-context.ts';

/** Takes the place of a key's id in the sessions of previews. */
export const previewKeyId = 'console';

/**
 * Opens books for previews, which need no key. Public books open as for readers, and private ones in full, because
 * only members of their account see them.
 */
export function previewOpener(
  openEmbed: OpenEmbed,
  publicUrl: string,
): ConsoleContext['openPreview'] {
  return async ({ accountId, book, origin }) => {
    const kind = book.isPrivate ? 'secret' : 'publishable';
    const caller = { ...ownerOf(accountId), keyId: previewKeyId, kind } as const;
    const request = { book: book.id, origin, consent: 'required' } as const;
    const { embed } = await openEmbed(caller, request);
    return rebaseUrls(embed, publicUrl, origin);
  };
}
