import type { PageEmbed } from './contract.ts';

/**
 * Replaces the origin of all URLs that the page fetches because its policy allows only its own
 * origin.
 */
export function rebaseUrls<Embed extends PageEmbed>(embed: Embed, from: string, to: string): Embed {
  if (from === to) return embed;
  const rebase = (url: string): string =>
    url.startsWith(`${from}/`) ? to + url.slice(from.length) : url;
  const { session, book, purchase, deployment } = embed;
  return {
    ...embed,
    session: { ...session, content: rebase(session.content) },
    changes: embed.changes && { ...embed.changes, url: rebase(embed.changes.url) },
    book: { ...book, cover: book.cover && { ...book.cover, url: rebase(book.cover.url) } },
    purchase: purchase && { ...purchase, buyUrl: purchase.buyUrl && rebase(purchase.buyUrl) },
    deployment: deployment && {
      ...deployment,
      logo: deployment.logo && { ...deployment.logo, url: rebase(deployment.logo.url) },
      fonts: deployment.fonts.map((font) => ({ ...font, url: rebase(font.url) })),
    },
  };
}
