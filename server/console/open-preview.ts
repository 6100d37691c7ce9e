import { rebaseUrls } from '../embed-page/rebase-urls.ts';
import type { OpenEmbed } from '../reading-sessions/open-embed.ts';
import { ownerOf } from '../values/viewer.ts';
import type { ConsoleContext } from './console-context.ts';

/** Used instead of a key id in preview sessions. Resource URLs require the form of a key id. */
export const previewKeyId = 'key_console';

/**
 * Opens books for previews, which need no key and are not counted. With full access, the session
 * includes the whole text, as it does for the account's own server.
 */
export function previewOpener(
  openEmbed: OpenEmbed,
  publicUrl: string,
): ConsoleContext['openPreview'] {
  return async ({ accountId, bookId, access, deployment, origin }) => {
    const kind = access === 'full' ? 'secret' : 'publishable';
    const caller = { ...ownerOf(accountId), keyId: previewKeyId, kind } as const;
    const request = { book: bookId, deployment, origin, consent: 'required' } as const;
    const { embed } = await openEmbed(caller, request);
    return rebaseUrls(embed, publicUrl, origin);
  };
}
