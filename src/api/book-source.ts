import type { Embed, ReadingOrderItem, SectionContent } from '../../server/reader/contract.ts';
import { ApiFailure } from './api-failure.ts';
import type { ReaderClient } from './client.ts';
import { keepSession, type KeptSession } from './kept-session.ts';

/** A section with the text of its style sheets, in the order in which they apply. */
export interface LoadedSection {
  section: SectionContent;
  sheets: string[];
}

/** The text of one open book. */
export interface BookSource {
  readonly first: LoadedSection;
  /** Rejects with `ApiFailure`. */
  load(index: number, chapter?: ReadingOrderItem['chapter']): Promise<LoadedSection>;
  /** Address of a resource by its path in the container. */
  resourceUrl(path: string): string;
  bytes(path: string): Promise<ArrayBuffer>;
  /** Runs a call with a valid session; see `KeptSession`. */
  use: KeptSession['use'];
  close(): void;
}

/** @param reopen - Asks for a whole new session, when the old one can no longer be refreshed. */
export function createBookSource(
  client: ReaderClient,
  embed: Embed,
  reopen: () => Promise<Embed['session']>,
): BookSource {
  const closing = new AbortController();
  const { signal } = closing;
  const session = keepSession(embed.session, {
    refresh: (old) =>
      client.refresh(old, signal).catch((error: unknown) => {
        if (error instanceof ApiFailure && error.status === 401) return reopen();
        throw error;
      }),
  });
  const sheets = new Map<string, Promise<string>>();
  for (const [id, css] of Object.entries(embed.styleSheets)) sheets.set(id, Promise.resolve(css));

  const sheet = (id: string): Promise<string> => {
    const known = sheets.get(id);
    if (known) return known;
    const asked = session.use((one) => client.styleSheet(one, id, signal));
    sheets.set(id, asked);
    asked.catch(() => sheets.delete(id));
    return asked;
  };
  const resourceUrl = (path: string): string => {
    const { content, resourceQuery } = session.current;
    return `${content}/resources/${path.split('/').map(encodeURIComponent).join('/')}?${resourceQuery}`;
  };

  return {
    first: {
      section: embed.first,
      sheets: embed.first.styles.map((id) => embed.styleSheets[id] ?? ''),
    },
    async load(index, chapter) {
      const path = chapter ? `chapters/${chapter.id}/${chapter.revision}` : `sections/${index}`;
      const section = await session.use((one) => client.section(one, path, signal));
      // The text of a chapter is the same wherever it stands.
      section.index = index;
      return { section, sheets: await Promise.all(section.styles.map(sheet)) };
    },
    resourceUrl,
    bytes: (path) => session.use(() => client.bytes(resourceUrl(path), signal)),
    use: session.use,
    close() {
      session.stop();
      closing.abort();
    },
  };
}
