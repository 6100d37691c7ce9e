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
import { completeTemplate } from '../books/sale-link.ts';
import type { Deployment } from '../deployments/contract.ts';
import { Failure } from '../failure.ts';
import type { PublishedChapterStore } from './published-chapter-store.ts';
import type { Embed, EmbedAccess, SectionContent } from './contract.ts';
import type { CacheUrls } from './cache-urls.ts';
import { type EmbedRequest, mergeEmbedSettings } from './embed-request.ts';
import type { EmbedServices } from './embed-services.ts';
import { type EmbedWarning, localeWarning, unknownChapter } from './embed-warnings.ts';
import { partialSection } from './partial-section.ts';
import { toPurchase } from './purchase.ts';
import type { BookOutlines, ContentStore } from './store.ts';
import type { Session, SessionGrant, SessionTokens } from './session-tokens.ts';
import type { Viewer } from '../values/viewer.ts';
import { environmentOf, isOwnBook } from '../values/environment.ts';

/** The key that opens a book, or the session that an account's server opened with that key. */
export interface EmbedCaller extends RequestingKey, Viewer {
  keyId: string;
  session?: Session;
}

export interface OpenedEmbed {
  embed: Embed;
  /** Parameters that had no effect. */
  warnings: EmbedWarning[];
  /** Whether the session may read at least part of a section. */
  isSectionReadable: (section: number) => boolean;
  /** Whether everyone may see the book. */
  isPublic: boolean;
  /** Whether the book belongs to the account and is public. */
  isOwnPublicBook: boolean;
  /** Passed to `visits.recordImpression` after the response has been sent. */
  visit: StartedVisit['visit'];
}

export interface OpenEmbedOptions {
  books: BookStore;
  content: ContentStore;
  chapters: PublishedChapterStore;
  outlines: BookOutlines;
  licences: Licences;
  tokens: SessionTokens;
  cache: CacheUrls;
  services: EmbedServices;
  publicUrl: string;
}

export type OpenEmbed = ReturnType<typeof openEmbed>;

/** Creates the function that opens a book for a reader. */
export function openEmbed(options: OpenEmbedOptions) {
  const { books, content, chapters, outlines, licences, tokens, cache, services, publicUrl } =
    options;

  /**
   * Opens a reading session and returns its first section.
   *
   * @throws Failure `book_not_found`, `session_invalid`, `not_licensed`, `deployment_not_found`,
   * `unknown_currency`, `conflict`.
   */
  return async function openEmbed(
    caller: EmbedCaller,
    request: EmbedRequest,
  ): Promise<OpenedEmbed> {
    const { accountId, session } = caller;
    const { book, contents } = await requireBook(caller, request.book);
    if (session && session.bookId !== book.id) {
      throw new Failure('session_invalid', 'This token was issued for another book.');
    }
    const isFull = hasFullAccess(caller, book);
    const licence = isFull ? null : await requireSample(book, contents);
    const settings = mergeEmbedSettings(
      request,
      await requireDeployment(accountId, request.deployment),
    );
    const complete = await loadFirstSection(book.id, contents, licence, request.chapter ?? 0);
    const first = request.part === undefined ? complete : partialSection(complete, request.part);
    const started = await services.startVisit({
      accountId,
      bookId: book.id,
      bookBuyUrl: completeTemplate(book.metadata.buyUrl, book.metadata),
      affiliate: settings.affiliate,
      campaign: settings.campaign,
      sub: settings.sub,
      deploymentId: settings.deployment?.id ?? null,
      readerId: session?.readerId ?? null,
      consent: settings.consent,
      currency: settings.currency.code,
      locale: settings.locale,
      ...(request.isShared && { isShared: true }),
    });
    const grant: SessionGrant = {
      ...started.visit,
      contentId: contents.contentId,
      keyId: caller.keyId,
      sessionId: session?.sessionId ?? null,
      origin: session?.origin ?? request.origin,
      ...(request.isServedPage && { isServedPage: true }),
      licence,
      access: isFull ? 'full' : null,
      accessEndsAt: session?.accessEndsAt ?? null,
      affiliate: started.affiliate?.code ?? null,
    };
    const { token, expiresAt } = tokens.issue(grant, session?.startedAt);
    const contentUrl = `${publicUrl}/content/${contents.contentId}`;
    // Served pages have no prefix in this URL, because they compare it with the URL that they
    // contain, which may be cached for longer than a prefix is valid.
    const isPrefixed = !request.isServedPage;
    const path = isPrefixed
      ? cache.contentPath(contents.contentId, book, grant)
      : contents.contentId;
    const files = await licences.findFiles(contents.contentId, licence);
    const { contentId, change, ...outline } = hideRestrictedTitles(contents, licence);
    const embed: Embed = {
      session: {
        token,
        expiresAt,
        content: `${publicUrl}/content/${path}`,
        resourceQuery: path === contents.contentId ? tokens.resourceQuery(grant) : '',
      },
      book: toBook(book, publicUrl),
      ...outline,
      first,
      styleSheets: await content.styleSheets(contentId, first.styles),
      fonts: files?.fonts ?? outline.fonts,
      ...(isScrolledBook(outline.readingOrder) && { mode: 'scroll' }),
      // Books in the shared catalog have no account, so no one can add chapters to them.
      changes:
        book.accountId === null
          ? null
          : { url: `${contentUrl}/changes`, lastEventId: String(change) },
      traceId: started.visit.traceId,
      theme: settings.theme,
      locale: settings.locale,
      deployment: settings.deployment,
      ...(environmentOf(accountId) === 'test' && { environment: 'test' as const }),
      access: toEmbedAccess(contents, licence, grant.accessEndsAt),
      purchase: await toPurchase(
        { price: book.metadata.price, buyUrl: started.buyUrl },
        settings.currency,
        services.pricesIn,
      ),
      affiliate: started.affiliate,
    };
    const warnings = [
      requestedIndex(book.id, contents, request.chapter ?? 0) === null
        ? unknownChapter(request.chapter ?? 0, contents.readingOrder.length)
        : null,
      localeWarning(request.locale),
    ];
    return {
      embed,
      warnings: warnings.filter((warning) => warning !== null),
      isSectionReadable: (section) => isSectionAllowed(licence, section),
      isPublic: book.visibility !== 'private',
      isOwnPublicBook: isOwnBook(accountId, book.accountId) && book.visibility !== 'private',
      visit: started.visit,
    };
  };

  async function requireBook(
    viewer: Viewer,
    identifier: string,
  ): Promise<{ book: StoredBook; contents: BookContents }> {
    const book = identifier.startsWith('bk_')
      ? await books.find(viewer, identifier)
      : await books.findByIsbn(viewer, identifier.replace('isbn:', ''));
    if (!book) throw new Failure('book_not_found', `No book with id ${identifier} on this server.`);
    const contents = await outlines.forBook(book);
    if (contents) return { book, contents };
    throw new Failure('book_not_found', `Book ${identifier} has a record but no text.`);
  }

  async function requireSample(book: StoredBook, contents: BookContents): Promise<Licence | null> {
    const licence = await licences.findSample(book, contents);
    if (!licence || licence.sectionRanges.length > 0) return licence;
    throw new Failure(
      'not_licensed',
      `The sample of book ${book.id} contains none of its sections.`,
    );
  }

  async function requireDeployment(
    accountId: string,
    id: string | undefined,
  ): Promise<Deployment | null> {
    if (id === undefined) return null;
    const found = await services.findDeployment(accountId, id);
    if (found) return found;
    const detail = `This account has no deployment ${id}.`;
    throw new Failure('deployment_not_found', detail, {
      errors: [{ parameter: 'deployment', detail }],
    });
  }

  async function loadFirstSection(
    bookId: string,
    contents: BookContents,
    licence: Licence | null,
    target: number | string,
  ): Promise<SectionContent> {
    const { contentId, readingOrder } = contents;
    const requested = requestedIndex(bookId, contents, target);
    const isReadable = requested !== null && isSectionAllowed(licence, requested);
    const index = isReadable ? requested : (licence?.sectionRanges[0]?.[0] ?? 0);
    const chapter = readingOrder[index]?.chapter;
    if (!chapter) {
      const section = await content.section(contentId, index);
      if (!section) throw new Error(`Version ${contentId} has no section ${index}.`);
      return restrictSection(section, licence, index);
    }
    const text = await chapters.find(bookId, chapter.id);
    // The chapter was unpublished after the outline was read.
    if (!text) throw new Failure('conflict', 'The book changed during the request. Try again.');
    return restrictSection({ ...text.section, index }, licence, index);
  }
}

/** Returns the index of the requested section, or null if the book does not have it. */
function requestedIndex(
  bookId: string,
  contents: BookContents,
  target: number | string,
): number | null {
  const index = typeof target === 'number' ? target : findSpineIndex(bookId, contents, target);
  return contents.readingOrder[index] === undefined ? null : index;
}

/**
 * Whether the book's own account grants the whole book, with a secret key or a session with full
 * access.
 */
function hasFullAccess({ accountId, kind, session }: EmbedCaller, book: StoredBook): boolean {
  if (!isOwnBook(accountId, book.accountId)) return false;
  return session ? session.access === 'full' : kind === 'secret';
}

/** Whether all main sections are meant to be scrolled. If not, the reader chooses the mode. */
function isScrolledBook(readingOrder: Embed['readingOrder']): boolean {
  const main = readingOrder.filter(({ linear }) => linear);
  const isScrolled = ({ flow }: Embed['readingOrder'][number]) =>
    flow?.startsWith('scrolled') ?? false;
  return main.length > 0 && main.every(isScrolled);
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
