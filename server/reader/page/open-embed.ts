import type { IncomingHttpHeaders } from 'node:http';
import { placeOf, type Reading } from '../../books/reading.ts';
import { toBook } from '../../books/stored-book.ts';
import type { BookStore } from '../../books/store.ts';
import { type StoredDeployment, toDeployment } from '../../deployments/stored-deployment.ts';
import { Failure } from '../../failure.ts';
import type { ChapterStore } from '../chapter-store.ts';
import type { SectionContent } from '../contract.ts';
import type { ReaderPartnering } from '../partnering.ts';
import type { Readings } from '../readings.ts';
import type { Sessions } from '../session.ts';
import type { ReaderStore } from '../store.ts';
import type { PageEmbed } from './contract.ts';
import { findBook } from './find-book.ts';
import type { PageServices } from './services.ts';

export interface OpeningOptions extends ReaderPartnering {
  books: BookStore;
  content: ReaderStore;
  chapters: ChapterStore;
  readings: Readings;
  sessions: Sessions;
  publicUrl: string;
}

/** Opens a book as `GET /v1/reader/embed` does, in the look of its deployment. */
export function openEmbed(options: OpeningOptions): PageServices['openEmbed'] {
  const { books, content, chapters, readings, sessions, arrivals, visits, publicUrl } = options;

  return async (caller, { book: wanted, chapter = 0, deployment, origin, ...visit }) => {
    const book = await findBook(books, caller.accountId, wanted);
    const reading = book && (await readings.of(book));
    if (!book || !reading) throw new Failure('book_not_found', `No text of book ${wanted} here.`);
    if (book.metadata.access?.mode === 'sample') {
      throw new Failure('not_licensed', `Of book ${wanted} there is a sample alone.`);
    }
    const { contentId, change, ...outline } = reading;
    const first = await firstOf(book.id, reading, chapter);
    const affiliate = visit.affiliate ?? deployment?.affiliate ?? null;
    const campaign = visit.campaign ?? deployment?.campaign ?? null;
    const locale = visit.locale ?? deployment?.locale ?? null;
    const opened = await arrivals.open({
      accountId: caller.accountId,
      bookId: book.id,
      bookBuyUrl: book.metadata.buyUrl,
      affiliate,
      campaign,
      sub: visit.sub ?? null,
      deploymentId: deployment?.id ?? null,
      readerId: null,
      consent: visit.consent ?? (deployment?.consent === 'required' ? 'required' : null),
      currency: visit.currency ?? deployment?.currency ?? null,
      locale,
    });
    const session = sessions.issue({
      ...opened.reading,
      contentId,
      bookId: book.id,
      keyId: caller.keyId,
      origin,
      licence: null,
      affiliate,
      campaign,
    });
    const address = `${publicUrl}/content/${contentId}`;
    const { price } = book.metadata;
    const embed = {
      session: { ...session, content: address, resourceQuery: sessions.resourceQuery(contentId) },
      book: toBook(book, publicUrl),
      ...outline,
      first,
      styleSheets: await content.styleSheets(contentId, first.styles),
      changes:
        book.accountId === null ? null : { url: `${address}/changes`, lastEventId: String(change) },
      theme: {
        name: visit.theme ?? deployment?.theme.name ?? null,
        tokens: tokensOf(deployment),
      },
      locale,
      access: { mode: 'full' as const, until: null },
      purchase:
        opened.buyUrl === null && !price ? null : { price, converted: null, buyUrl: opened.buyUrl },
      deployment: deployment && shownDeployment(deployment, publicUrl),
      traceId: opened.reading.traceId,
      affiliate: opened.affiliate,
    };
    return {
      embed,
      isReadable: () => true,
      countImpression: (headers: IncomingHttpHeaders) => visits.impression(opened.reading, headers),
    };
  };

  async function firstOf(
    bookId: string,
    reading: Reading,
    wanted: number | string,
  ): Promise<SectionContent> {
    const { contentId, readingOrder } = reading;
    const asked = typeof wanted === 'number' ? wanted : placeOf(bookId, reading, wanted);
    const index = readingOrder[asked] ? asked : 0;
    const chapter = readingOrder[index]?.chapter;
    if (!chapter) {
      const section = await content.section(contentId, index);
      if (!section) throw new Error(`Version ${contentId} has no section ${index}.`);
      return section;
    }
    const text = await chapters.text(bookId, chapter.id);
    // It was taken back a moment ago.
    if (!text) throw new Failure('conflict', 'The book is being changed: ask again.');
    return { ...text.section, index };
  }
}

function tokensOf(deployment: StoredDeployment | null): PageEmbed['theme']['tokens'] {
  const tokens = Object.entries(deployment?.theme.tokens ?? {});
  return Object.fromEntries(tokens.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

/** What of a deployment is for its readers’ eyes. */
function shownDeployment(stored: StoredDeployment, publicUrl: string) {
  const { id, name, logo, fonts, links, consent, features } = toDeployment(stored, publicUrl);
  const { home, privacy, terms } = links;
  return { id, name, logo, fonts, links: { home, privacy, terms }, consent, features };
}
