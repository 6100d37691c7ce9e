import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookServices } from '../books/plugin.ts';
import type { BookText } from './book-text.ts';
import { cacheUrls } from './cache-urls.ts';
import { contentAccess } from './content-access.ts';
import { type ChapterChangeFeed, chapterChangeFeed } from './chapter-change-feed.ts';
import type { Visits } from '../affiliates/visits.ts';
import type { EmbedServices } from './embed-services.ts';
import { licensedContent } from './licensed-content.ts';
import { type OpenEmbed, openEmbed } from './open-embed.ts';
import { cacheGrantRoutes } from './routes/cache-grant.ts';
import { chapterChangeRoutes } from './routes/changes.ts';
import { chapterContentRoutes } from './routes/chapters.ts';
import { contentRoutes } from './routes/content.ts';
import { embedRoutes } from './routes/embed.ts';
import { searchRoutes } from './routes/search.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { type SessionGate, sessionValidity } from './session-gate.ts';
import { type SessionStore, sessionStore } from './session-store.ts';
import { sessionTokens } from './session-tokens.ts';

/** The sessions that accounts open for their readers, and the check of every session token. */
export interface ReadingSessions {
  sessionStore: SessionStore;
  gate: SessionGate;
}

export function readingSessions(
  { idempotentDb, secrets, now }: AppContext,
  { isKeyUsable }: { isKeyUsable: (keyId: string) => Promise<boolean> },
): ReadingSessions {
  const store = sessionStore(idempotentDb, now);
  const validity = sessionValidity({ now, isKeyUsable, isSessionOpen: store.isOpen });
  return { sessionStore: store, gate: { tokens: sessionTokens(secrets, now), validity } };
}

export interface ReadingSessionDeps extends Pick<BookServices, 'books' | 'texts'> {
  text: BookText;
  sessions: ReadingSessions;
  services: EmbedServices;
  visits: Pick<Visits, 'recordImpression'>;
  /** Counts an embed by a key or a session against the client's IP address. Errors: `burst`. */
  countEmbed: (id: string, address: string) => void;
  /** Returns the network of an IP address, for the limit on event streams. */
  networkOf: (address: string) => string;
}

/** `/v1/reader/embed`, `/v1/reader/sessions` and `/content` */
export async function registerReadingSessions(
  app: FastifyInstance,
  context: AppContext,
  deps: ReadingSessionDeps,
): Promise<{ openEmbed: OpenEmbed; changeFeed: ChapterChangeFeed }> {
  const { text, sessions, services, visits, countEmbed, networkOf } = deps;
  const changeFeed = chapterChangeFeed({
    chapters: text.chapters,
    wait: (ms, signal) => delay(ms, undefined, { signal, ref: false }),
    onError: (error) =>
      app.log.error(
        { event: 'reader.changes_failed', err: error },
        'chapter changes could not be read',
      ),
  });
  const cache = cacheUrls(context.cacheSecret, context.now);
  const { content } = text;
  const { books } = deps;
  const requireAccess = contentAccess({ ...context, content, books, gate: sessions.gate, cache });
  const shared = {
    ...context,
    cache,
    requireAccess,
    ...text,
    ...sessions,
    tokens: sessions.gate.tokens,
    books,
    texts: deps.texts,
  };
  const open = openEmbed({ ...shared, services });
  const { gate } = sessions;
  await app.register(embedRoutes, { openEmbed: open, gate, countEmbed, visits });
  await app.register(cacheGrantRoutes, shared);
  await app.register(sessionRoutes, shared);
  await app.register(chapterContentRoutes, shared);
  await app.register(searchRoutes, shared);
  await app.register(chapterChangeRoutes, { ...shared, changeFeed, networkOf });
  const licensed = licensedContent(text.content, text.licences);
  await app.register(contentRoutes, { ...shared, licensed });
  return { openEmbed: open, changeFeed };
}
