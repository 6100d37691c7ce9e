import type {
  Embed,
  ReadingOrderItem,
  SectionContent,
} from '../../server/reading-sessions/contract.ts';
import { ApiFailure } from './api-failure.ts';
import type { ReaderClient } from './client.ts';
import { createSessionHandle, type SessionHandle } from './session-handle.ts';

/** A section with the text of its style sheets, in application order. */
export interface LoadedSection {
  section: SectionContent;
  sheets: string[];
}

/** The text of one open book. */
export interface BookSource {
  first: LoadedSection;
  /** Loads a section. Rejects with `ApiFailure`. */
  load(index: number, chapter?: ReadingOrderItem['chapter']): Promise<LoadedSection>;
  /** Returns a resource's URL for its path in the container. */
  resourceUrl(path: string): string;
  readonly session: SessionHandle;
  /** Access according to the latest response. */
  access: Embed['access'];
  close(): void;
}

/** @param reopen - Opens the book again when its session can no longer be refreshed. */
export function createBookSource(
  client: ReaderClient,
  embed: Embed,
  reopen: () => Promise<Embed>,
): BookSource {
  const closing = new AbortController();
  const { signal } = closing;
  const session = createSessionHandle(embed.session, {
    refresh: (old) =>
      client.refresh(old, signal).catch(async (error: unknown) => {
        if (!(error instanceof ApiFailure && [401, 403].includes(error.status))) throw error;
        const { access, session } = await reopen();
        opened.access = access;
        return session;
      }),
  });
  const sheets = new Map<string, Promise<string>>();
  for (const [id, css] of Object.entries(embed.styleSheets)) sheets.set(id, Promise.resolve(css));

  const sheet = (id: string): Promise<string> => {
    const cached = sheets.get(id);
    if (cached) return cached;
    const request = session.use((one) => client.styleSheet(one, id, signal));
    sheets.set(id, request);
    request.catch(() => sheets.delete(id));
    return request;
  };
  const resourceUrl = (path: string): string => {
    const { content, resourceQuery } = session.current;
    return `${content}/resources/${path.split('/').map(encodeURIComponent).join('/')}?${resourceQuery}`;
  };

  const opened: BookSource = {
    session,
    access: embed.access,
    first: {
      section: embed.first,
      sheets: embed.first.styles.map((id) => embed.styleSheets[id] ?? ''),
    },
    async load(index, chapter) {
      const { until } = opened.access;
      const length = embed.readingOrder[index]?.length ?? 0;
      const isCut = until?.section === index && until.offset < length;
      const cut = isCut ? `?end=${until.offset}` : '';
      const path = chapter ? `chapters/${chapter.id}/${chapter.revision}` : `sections/${index}`;
      const section = await session.use((one) => client.section(one, path + cut, signal));
      // The same chapter can have different positions in the reading order.
      section.index = index;
      return { section, sheets: await Promise.all(section.styles.map(sheet)) };
    },
    resourceUrl,
    close() {
      closing.abort();
    },
  };
  return opened;
}
