import { endOf, isLicensed, type Licence, licensedSections } from '../books/licence/licence.ts';
import { asLicensed, type Licences, type ReadingKey } from '../books/licence/licences.ts';
import { outlinedReading } from '../books/licence/licensed-reading.ts';
import { placeOf, type Reading } from '../books/reading.ts';
import { type StoredBook, toBook } from '../books/stored-book.ts';
import type { BookStore } from '../books/store.ts';
import type { Deployment } from '../deployments/contract.ts';
import { Failure } from '../failure.ts';
import type { ChapterStore } from './chapter-store.ts';
import type { Embed, EmbedAccess, SectionContent } from './contract.ts';
import type { EmbedAsking } from './embed-query.ts';
import type { EmbedServices } from './embed-services.ts';
import { mergedSettings } from './embed-settings.ts';
import { partOfSection } from './part-of-section.ts';
import { purchaseOf } from './purchase-of.ts';
import type { Readings } from './readings.ts';
import type { Session, SessionGrant, Sessions } from './session.ts';
import type { ReaderStore } from './store.ts';

/** Who opens a book: a key, or the session that an account's server opened with one. */
export interface EmbedReader extends ReadingKey {
  keyId: string;
  session?: Session;
}

export interface OpenedEmbed {
  embed: Embed;
  /** Whether the session may read any of a part of the reading order. */
  isReadable: (section: number) => boolean;
  /** Whether the book is on the account’s own shelf, for everyone. */
  isOwnPublic: boolean;
  /** For `visits.impression`, once the answer was sent. */
  reading: Awaited<ReturnType<EmbedServices['openReading']>>['reading'];
}

export interface OpenEmbedOptions {
  books: BookStore;
  content: ReaderStore;
  chapters: ChapterStore;
  readings: Readings;
  licences: Licences;
  sessions: Sessions;
  services: EmbedServices;
  publicUrl: string;
}

export type OpenEmbed = ReturnType<typeof openEmbed>;

/** Opens books for readers. */
export function openEmbed(options: OpenEmbedOptions) {
  const { books, content, chapters, readings, licences, sessions, services, publicUrl } = options;

  /**
   * One reading session with its first section.
   *
   * @throws Failure `book_not_found`, `session_invalid`, `not_licensed`, `deployment_not_found`,
   * `unknown_currency`, `conflict`.
   */
  return async function openEmbed(reader: EmbedReader, asking: EmbedAsking): Promise<OpenedEmbed> {
    const { accountId, session } = reader;
    const { book, reading } = await findReadable(accountId, asking.book);
    if (session && session.bookId !== book.id) {
      throw new Failure('session_invalid', 'This token was issued for another book.');
    }
    const isGiven = isGivenBy(reader, book);
    const licence = isGiven ? null : await sampleOf(book, reading);
    const settings = mergedSettings(asking, await deploymentOf(accountId, asking.deployment));
    const whole = await firstOf(book.id, reading, licence, asking.chapter ?? 0);
    const first = asking.part === undefined ? whole : partOfSection(whole, asking.part);
    const opened = await services.openReading({
      accountId,
      bookId: book.id,
      bookBuyUrl: book.metadata.buyUrl,
      affiliate: settings.affiliate,
      campaign: settings.campaign,
      sub: settings.sub,
      deploymentId: settings.shown?.id ?? null,
      readerId: session?.readerId ?? null,
      consent: settings.consent,
      currency: settings.currency.code,
      locale: settings.locale,
    });
    const grant: SessionGrant = {
      ...opened.reading,
      contentId: reading.contentId,
      keyId: reader.keyId,
      sessionId: session?.sessionId ?? null,
      origin: session?.origin ?? asking.origin,
      licence,
      access: isGiven ? 'full' : null,
      accessEndsAt: session?.accessEndsAt ?? null,
      affiliate: opened.affiliate?.code ?? null,
    };
    const { token, expiresAt } = sessions.issue(grant, session?.startedAt);
    const address = `${publicUrl}/content/${reading.contentId}`;
    const files = await licences.filesOf(reading.contentId, licence);
    const { contentId, change, ...outline } = outlinedReading(reading, licence);
    const embed: Embed = {
      session: {
        token,
        expiresAt,
        content: address,
        resourceQuery: sessions.resourceQuery(grant),
      },
      book: toBook(book, publicUrl),
      ...outline,
      first,
      styleSheets: await content.styleSheets(contentId, first.styles),
      fonts: files?.fonts ?? outline.fonts,
      ...(isScrolled(outline.readingOrder) && { mode: 'scroll' }),
      // Nobody writes chapters for books of the shared catalogue.
      changes:
        book.accountId === null ? null : { url: `${address}/changes`, lastEventId: String(change) },
      traceId: opened.reading.traceId,
      theme: settings.theme,
      locale: settings.locale,
      deployment: settings.shown,
      access: accessOf(reading, licence, grant.accessEndsAt),
      purchase: await purchaseOf(
        { price: book.metadata.price, buyUrl: opened.buyUrl },
        settings.currency,
        services.pricesIn,
      ),
      affiliate: opened.affiliate,
    };
    return {
      embed,
      isReadable: (section) => isLicensed(licence, section),
      isOwnPublic: book.accountId === accountId && book.visibility === 'public',
      reading: opened.reading,
    };
  };

  async function findReadable(
    accountId: string,
    wanted: string,
  ): Promise<{ book: StoredBook; reading: Reading }> {
    const book = wanted.startsWith('bk_')
      ? await books.find(accountId, wanted)
      : await books.findByIsbn(accountId, wanted.replace('isbn:', ''));
    if (!book) throw new Failure('book_not_found', `No book ${wanted} in this library.`);
    const reading = await readings.of(book);
    if (reading) return { book, reading };
    throw new Failure('book_not_found', `Book ${wanted} has no text here, only its record.`);
  }

  async function sampleOf(book: StoredBook, reading: Reading): Promise<Licence | null> {
    const licence = await licences.sampleOf(book, reading);
    if (!licence || licence.pieces.length > 0) return licence;
    throw new Failure('not_licensed', `The sample of book ${book.id} has no section of its text.`);
  }

  async function deploymentOf(
    accountId: string,
    id: string | undefined,
  ): Promise<Deployment | null> {
    if (id === undefined) return null;
    const found = await services.findDeployment(accountId, id);
    if (found) return found;
    const detail = `There is no deployment ${id} in this account.`;
    throw new Failure('deployment_not_found', detail, {
      errors: [{ parameter: 'deployment', detail }],
    });
  }

  async function firstOf(
    bookId: string,
    reading: Reading,
    licence: Licence | null,
    wanted: number | string,
  ): Promise<SectionContent> {
    const { contentId, readingOrder } = reading;
    const asked = typeof wanted === 'number' ? wanted : placeOf(bookId, reading, wanted);
    const isThere = readingOrder[asked] !== undefined && isLicensed(licence, asked);
    const index = isThere ? asked : (licence?.pieces[0]?.[0] ?? 0);
    const chapter = readingOrder[index]?.chapter;
    if (!chapter) {
      const section = await content.section(contentId, index);
      if (!section) throw new Error(`Version ${contentId} has no section ${index}.`);
      return asLicensed(section, licence, index);
    }
    const text = await chapters.text(bookId, chapter.id);
    // It was taken back a moment ago.
    if (!text) throw new Failure('conflict', 'The book is being changed: ask again.');
    return asLicensed({ ...text.section, index }, licence, index);
  }
}

/** Whether the reader has all of the book from its own account: by a secret key, or a session for it. */
function isGivenBy({ accountId, kind, session }: EmbedReader, book: StoredBook): boolean {
  if (book.accountId !== accountId) return false;
  return session ? session.access === 'full' : kind === 'secret';
}

/** Pages among the text are not to be scrolled: where there are some, the person decides. */
function isScrolled(readingOrder: Embed['readingOrder']): boolean {
  const main = readingOrder.filter(({ linear }) => linear);
  const isStrip = ({ flow }: Embed['readingOrder'][number]) =>
    flow?.startsWith('scrolled') ?? false;
  return main.length > 0 && main.every(isStrip);
}

function accessOf(
  { readingOrder }: Reading,
  licence: Licence | null,
  accessEndsAt: number | null,
): EmbedAccess {
  const expiresAt = accessEndsAt === null ? null : new Date(accessEndsAt * 1000).toISOString();
  const section = licence?.pieces.at(-1)?.[1];
  if (!licence || section === undefined) {
    return { mode: 'full', until: null, sections: null, expiresAt };
  }
  const offset = endOf(licence, section) ?? readingOrder[section]?.length ?? 0;
  const sections = licensedSections(licence);
  return { mode: 'sample', until: { section, offset }, sections, expiresAt };
}
