import type { StartedVisit } from '../affiliates/visit-starter.ts';
import {
  allowedEnd,
  isSectionAllowed,
  type Licence,
  allowedSections,
} from '../books/licence/licence.ts';
import { restrictSection, type Licences, type RequestingKey } from '../books/licence/licences.ts';
import { hideRestrictedTitles } from '../books/licence/apply-licence.ts';
import { findSpineIndex, type BookContents } from '../books/book-contents.ts';
import { type StoredBook, toBook } from '../books/stored-book.ts';
import type { BookStore } from '../books/store.ts';
import type { Deployment } from '../deployments/contract.ts';
import { Failure } from '../failure.ts';
import type { PublishedChapterStore } from './published-chapter-store.ts';
import type { Embed, EmbedAccess, SectionContent } from './contract.ts';
import { type EmbedRequest, mergeEmbedSettings } from './embed-request.ts';
import type { EmbedServices } from './embed-services.ts';
import { partialSection } from './partial-section.ts';
import { toPurchase } from './purchase.ts';
import type { BookOutlines, ContentStore } from './store.ts';
import type { Session, SessionGrant, SessionTokens } from './session-tokens.ts';

/** Who opens a book: a key, or the session that an account's server opened with one. */
export interface EmbedCaller extends RequestingKey {
  keyId: string;
  session?: Session;
}

export interface OpenedEmbed {
  embed: Embed;
  /** Whether the session may read any of a part of the reading order. */
  isSectionReadable: (section: number) => boolean;
  /** Whether the book is on the account’s own shelf, for everyone. */
  isOwnPublicBook: boolean;
  /** For `visits.impression`, once the answer was sent. */
  visit: StartedVisit['visit'];
}

export interface OpenEmbedOptions {
  books: BookStore;
  content: ContentStore;
  chapters: PublishedChapterStore;
  outlines: BookOutlines;
  licences: Licences;
  tokens: SessionTokens;
  services: EmbedServices;
  publicUrl: string;
}

export type OpenEmbed = ReturnType<typeof openEmbed>;

/** Opens books for readers. */
export function openEmbed(options: OpenEmbedOptions) {
  const { books, content, chapters, outlines, licences, tokens, services, publicUrl } = options;

  /**
   * One reading session with its first section.
   *
   * @throws Failure `book_not_found`, `session_invalid`, `not_licensed`, `deployment_not_found`,
   * `unknown_currency`, `conflict`.
   */
  return async function openEmbed(reader: EmbedCaller, asking: EmbedRequest): Promise<OpenedEmbed> {
    const { accountId, session } = reader;
    const { book, reading } = await findReadable(accountId, asking.book);
    if (session && session.bookId !== book.id) {
      throw new Failure('session_invalid', 'This token was issued for another book.');
    }
    const isGiven = hasFullAccess(reader, book);
    const licence = isGiven ? null : await sampleOf(book, reading);
    const settings = mergeEmbedSettings(asking, await deploymentOf(accountId, asking.deployment));
    const whole = await firstOf(book.id, reading, licence, asking.chapter ?? 0);
    const first = asking.part === undefined ? whole : partialSection(whole, asking.part);
    const opened = await services.startVisit({
      accountId,
      bookId: book.id,
      bookBuyUrl: book.metadata.buyUrl,
      affiliate: settings.affiliate,
      campaign: settings.campaign,
      sub: settings.sub,
      deploymentId: settings.deployment?.id ?? null,
      readerId: session?.readerId ?? null,
      consent: settings.consent,
      currency: settings.currency.code,
      locale: settings.locale,
    });
    const grant: SessionGrant = {
      ...opened.visit,
      contentId: reading.contentId,
      keyId: reader.keyId,
      sessionId: session?.sessionId ?? null,
      origin: session?.origin ?? asking.origin,
      licence,
      access: isGiven ? 'full' : null,
      accessEndsAt: session?.accessEndsAt ?? null,
      affiliate: opened.affiliate?.code ?? null,
    };
    const { token, expiresAt } = tokens.issue(grant, session?.startedAt);
    const address = `${publicUrl}/content/${reading.contentId}`;
    const files = await licences.findFiles(reading.contentId, licence);
    const { contentId, change, ...outline } = hideRestrictedTitles(reading, licence);
    const embed: Embed = {
      session: {
        token,
        expiresAt,
        content: address,
        resourceQuery: tokens.resourceQuery(grant),
      },
      book: toBook(book, publicUrl),
      ...outline,
      first,
      styleSheets: await content.styleSheets(contentId, first.styles),
      fonts: files?.fonts ?? outline.fonts,
      ...(isScrolledBook(outline.readingOrder) && { mode: 'scroll' }),
      // Nobody writes chapters for books of the shared catalogue.
      changes:
        book.accountId === null ? null : { url: `${address}/changes`, lastEventId: String(change) },
      traceId: opened.visit.traceId,
      theme: settings.theme,
      locale: settings.locale,
      deployment: settings.deployment,
      access: toEmbedAccess(reading, licence, grant.accessEndsAt),
      purchase: await toPurchase(
        { price: book.metadata.price, buyUrl: opened.buyUrl },
        settings.currency,
        services.pricesIn,
      ),
      affiliate: opened.affiliate,
    };
    return {
      embed,
      isSectionReadable: (section) => isSectionAllowed(licence, section),
      isOwnPublicBook: book.accountId === accountId && book.visibility === 'public',
      visit: opened.visit,
    };
  };

  async function findReadable(
    accountId: string,
    wanted: string,
  ): Promise<{ book: StoredBook; reading: BookContents }> {
    const book = wanted.startsWith('bk_')
      ? await books.find(accountId, wanted)
      : await books.findByIsbn(accountId, wanted.replace('isbn:', ''));
    if (!book) throw new Failure('book_not_found', `No book ${wanted} in this library.`);
    const reading = await outlines.forBook(book);
    if (reading) return { book, reading };
    throw new Failure('book_not_found', `Book ${wanted} has no text here, only its record.`);
  }

  async function sampleOf(book: StoredBook, reading: BookContents): Promise<Licence | null> {
    const licence = await licences.findSample(book, reading);
    if (!licence || licence.sectionRanges.length > 0) return licence;
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
    reading: BookContents,
    licence: Licence | null,
    wanted: number | string,
  ): Promise<SectionContent> {
    const { contentId, readingOrder } = reading;
    const asked = typeof wanted === 'number' ? wanted : findSpineIndex(bookId, reading, wanted);
    const isThere = readingOrder[asked] !== undefined && isSectionAllowed(licence, asked);
    const index = isThere ? asked : (licence?.sectionRanges[0]?.[0] ?? 0);
    const chapter = readingOrder[index]?.chapter;
    if (!chapter) {
      const section = await content.section(contentId, index);
      if (!section) throw new Error(`Version ${contentId} has no section ${index}.`);
      return restrictSection(section, licence, index);
    }
    const text = await chapters.find(bookId, chapter.id);
    // It was taken back a moment ago.
    if (!text) throw new Failure('conflict', 'The book is being changed: ask again.');
    return restrictSection({ ...text.section, index }, licence, index);
  }
}

/** Whether the reader has all of the book from its own account: by a secret key, or a session for it. */
function hasFullAccess({ accountId, kind, session }: EmbedCaller, book: StoredBook): boolean {
  if (book.accountId !== accountId) return false;
  return session ? session.access === 'full' : kind === 'secret';
}

/** Pages among the text are not to be scrolled: where there are some, the person decides. */
function isScrolledBook(readingOrder: Embed['readingOrder']): boolean {
  const main = readingOrder.filter(({ linear }) => linear);
  const isStrip = ({ flow }: Embed['readingOrder'][number]) =>
    flow?.startsWith('scrolled') ?? false;
  return main.length > 0 && main.every(isStrip);
}

function toEmbedAccess(
  { readingOrder }: BookContents,
  licence: Licence | null,
  accessEndsAt: number | null,
): EmbedAccess {
  const expiresAt = accessEndsAt === null ? null : new Date(accessEndsAt * 1000).toISOString();
  const section = licence?.sectionRanges.at(-1)?.[1];
  if (!licence || section === undefined) {
    return { mode: 'full', until: null, sections: null, expiresAt };
  }
  const offset = allowedEnd(licence, section) ?? readingOrder[section]?.length ?? 0;
  const sections = allowedSections(licence);
  return { mode: 'sample', until: { section, offset }, sections, expiresAt };
}
