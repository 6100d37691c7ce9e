import type { Book } from '../contract.ts';
import { onixLanguage, onixRole, onixSubjectScheme } from './onix-codes.ts';

export interface OnixSender {
  /** Name of the account. */
  name: string;
  sentAt: Date;
}

/** An element with its text or children. Omits null. */
type Node = string | null;

/** Maximum description length accepted by the strictest recipients. */
const maxDescriptionLength = 4000;

/**
 * Writes an ONIX for Books 3.0 message with reference names
 * (https://www.editeur.org/93/Release-3.0-Downloads/), in parts of any number of books. The
 * elements of each composite have the order of the schema.
 */
export async function* writeOnix(
  { name, sentAt }: OnixSender,
  pages: AsyncIterable<readonly Book[]>,
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">\n`;
  yield element(
    'Header',
    element('Sender', text('SenderName', name)),
    text('SentDateTime', sentAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')),
  );
  for await (const books of pages) yield books.map((book) => writeProduct(book, name)).join('');
  yield '</ONIXMessage>\n';
}

function writeProduct(book: Book, accountName: string): string {
  const isbns = book.identifiers.filter(
    ({ scheme, value }) => scheme === 'isbn' && value.length === 13,
  );
  return element(
    'Product',
    text('RecordReference', book.id),
    text('NotificationType', '03'),
    element(
      'ProductIdentifier',
      text('ProductIDType', '01'),
      text('IDTypeName', 'Book id'),
      text('IDValue', book.id),
    ),
    // A product has only one ISBN. Additional ISBNs belong to other formats.
    ...isbns
      .slice(0, 1)
      .map(({ value }) =>
        element('ProductIdentifier', text('ProductIDType', '15'), text('IDValue', value)),
      ),
    writeDescription(book),
    writeCollateral(book),
    writePublishing(book, accountName),
    writeSupply(book, accountName),
  );
}

function writeDescription(book: Book): Node {
  const { series, contributors, wordCount } = book;
  const languages = [...new Set(book.languages.flatMap((tag) => onixLanguage(tag) ?? []))];
  return element(
    'DescriptiveDetail',
    text('ProductComposition', '00'),
    text('ProductForm', 'ED'),
    text('ProductFormDetail', 'E101'),
    text('EpubTechnicalProtection', '00'),
    series &&
      element(
        'Collection',
        text('CollectionType', '10'),
        element(
          'TitleDetail',
          text('TitleType', '01'),
          element(
            'TitleElement',
            text('TitleElementLevel', '02'),
            text('PartNumber', series.position),
            text('TitleText', series.name),
          ),
        ),
      ),
    element(
      'TitleDetail',
      text('TitleType', '01'),
      element(
        'TitleElement',
        text('TitleElementLevel', '01'),
        text('TitleText', book.title),
        text('Subtitle', book.subtitle),
      ),
    ),
    ...contributors.map(({ name, sortName, role }, index) =>
      element(
        'Contributor',
        text('SequenceNumber', String(index + 1)),
        text('ContributorRole', onixRole(role)),
        text('PersonName', name),
        text('PersonNameInverted', sortName),
      ),
    ),
    contributors.length === 0 ? '<NoContributor/>' : null,
    ...languages.map((code) =>
      element('Language', text('LanguageRole', '01'), text('LanguageCode', code)),
    ),
    wordCount &&
      element(
        'Extent',
        text('ExtentType', '02'),
        text('ExtentValue', String(wordCount)),
        text('ExtentUnit', '02'),
      ),
    ...book.subjects.map(writeSubject),
  );
}

function writeSubject({ scheme, code, label }: Book['subjects'][number]): Node {
  const known = code === null ? null : onixSubjectScheme(scheme);
  return element(
    'Subject',
    text('SubjectSchemeIdentifier', known ?? '20'),
    known && text('SubjectCode', code),
    text('SubjectHeadingText', label),
  );
}

function writeCollateral({ description, cover }: Book): Node {
  return element(
    'CollateralDetail',
    description &&
      element(
        'TextContent',
        text('TextType', '03'),
        text('ContentAudience', '00'),
        text('Text', shorten(description)),
      ),
    cover &&
      element(
        'SupportingResource',
        text('ResourceContentType', '01'),
        text('ContentAudience', '00'),
        text('ResourceMode', '03'),
        element('ResourceVersion', text('ResourceForm', '02'), text('ResourceLink', cover.url)),
      ),
  );
}

function writePublishing({ publisher, publishedAt }: Book, accountName: string): Node {
  return element(
    'PublishingDetail',
    element(
      'Publisher',
      text('PublishingRole', '01'),
      text('PublisherName', publisher ?? accountName),
    ),
    text('PublishingStatus', '04'),
    publishedAt &&
      element('PublishingDate', text('PublishingDateRole', '01'), writeDate(publishedAt)),
  );
}

/**
 * Formats 00, 01 and 05 of list 55. @param date - ISO 8601 date with year, month or day precision.
 */
function writeDate(date: string): Node {
  const digits = date.replaceAll('-', '');
  const formats: Readonly<Record<number, string>> = { 8: '00', 6: '01', 4: '05' };
  const format = formats[digits.length];
  return format && /^\d+$/.test(digits) ? `<Date dateformat="${format}">${digits}</Date>` : null;
}

function writeSupply({ price, access }: Book, accountName: string): Node {
  const isFree = price === null && access?.mode !== 'sample';
  return element(
    'ProductSupply',
    element(
      'SupplyDetail',
      element('Supplier', text('SupplierRole', '01'), text('SupplierName', accountName)),
      text('ProductAvailability', '20'),
      price
        ? element(
            'Price',
            text('PriceType', '02'),
            text('PriceAmount', price.amount),
            text('CurrencyCode', price.currency),
          )
        : text('UnpricedItemType', isFree ? '01' : '04'),
    ),
  );
}

/** Returns an element without its null children, or nothing if no children remain. */
function element(name: string, ...children: (Node | 0)[]): string {
  const content = children.filter(Boolean).join('');
  return content && `<${name}>\n${content}</${name}>\n`;
}

/** Returns an element with text, or null if there is no text. */
function text(name: string, value: string | null): Node {
  const clean = escapeXml(value ?? '').trim();
  return clean && `<${name}>${clean}</${name}>\n`;
}

function shorten(description: string): string {
  return description.length <= maxDescriptionLength
    ? description
    : `${description.slice(0, maxDescriptionLength - 1).toWellFormed()}…`;
}

/** Removes characters that XML 1.0 does not allow, and escapes the others. */
function escapeXml(value: string): string {
  return (
    value
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
