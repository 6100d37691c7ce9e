import { elementsAt, type OnixElement, textAt, textOf } from './onix-element.ts';
import { marcRelatorOf } from './contributor-roles.ts';

type ProductEntry =
  | { kind: 'record'; fields: unknown }
  | { kind: 'delete'; id: string }
  | { kind: 'refused'; reason: string };

/** Deletion of the record (code list 1). */
const deletionNotice = '05';

/** Schemes by identifier type (code list 5). Other types use their name or number as the scheme. */
const identifierTypes: Record<string, string> = {
  '01': 'proprietary',
  '02': 'isbn',
  '03': 'gtin',
  '06': 'doi',
  '13': 'lccn',
  '15': 'isbn',
  '22': 'urn',
  '23': 'oclc',
};

/** Code list 27. */
const subjectSchemes: Record<string, string> = {
  '01': 'ddc',
  '03': 'lcc',
  '04': 'lcsh',
  '10': 'bisac',
  '12': 'bic',
  '20': 'keyword',
  '26': 'wgs',
  '29': 'clil',
  '93': 'thema',
};

/** Converts a product to our own fields or to a deletion. */
export function readProduct(product: OnixElement, defaultCurrency: string | null): ProductEntry {
  const id = textAt(product, 'RecordReference');
  if (!id) return { kind: 'refused', reason: 'RecordReference is missing' };
  if (textAt(product, 'NotificationType') === deletionNotice) return { kind: 'delete', id };
  const [detail = emptyElement] = elementsAt(product, 'DescriptiveDetail');
  const publishing = elementsAt(product, 'PublishingDetail')[0] ?? emptyElement;
  const fields = {
    id,
    ...readTitle(detail),
    contributors: elementsAt(detail, 'Contributor').flatMap(toContributor),
    languages: readLanguages(detail),
    subjects: elementsAt(detail, 'Subject').flatMap(toSubjects),
    identifiers: elementsAt(product, 'ProductIdentifier').map(toIdentifier),
    series: readSeries(detail),
    ...readExtents(detail),
    description: readDescription(product),
    publisher:
      textAt(publishing, 'Publisher', 'PublisherName') ??
      textAt(publishing, 'Imprint', 'ImprintName'),
    publishedAt: readDate(publishing),
    price: readPrice(product, defaultCurrency),
    coverUrl: readCover(product),
  };
  return { kind: 'record', fields };
}

const emptyElement: OnixElement = { name: '', attributes: {}, children: [] };

/** Returns the first element with one of the codes, which are in order of preference. */
function firstWithCode(
  elements: OnixElement[],
  name: string,
  codes: string[],
): OnixElement | undefined {
  for (const code of codes) {
    const found = elements.find((element) => textAt(element, name) === code);
    if (found) return found;
  }
  return undefined;
}

function readTitle(detail: OnixElement) {
  const titles = elementsAt(detail, 'TitleDetail');
  const title = firstWithCode(titles, 'TitleType', ['01']) ?? titles[0] ?? emptyElement;
  const elements = elementsAt(title, 'TitleElement');
  const element =
    firstWithCode(elements, 'TitleElementLevel', ['01', '04']) ?? elements[0] ?? emptyElement;
  return { title: titleText(element), subtitle: textAt(element, 'Subtitle') };
}

function titleText(element: OnixElement): string | undefined {
  const whole = textAt(element, 'TitleText');
  if (whole) return whole;
  const rest = textAt(element, 'TitleWithoutPrefix');
  const prefix = textAt(element, 'TitlePrefix');
  return rest && prefix ? `${prefix}${/['’]$/.test(prefix) ? '' : ' '}${rest}` : rest;
}

function toContributor(element: OnixElement) {
  const inverted =
    textAt(element, 'PersonNameInverted') ?? textAt(element, 'CorporateNameInverted');
  const keyNames = [
    'TitlesBeforeNames',
    'NamesBeforeKey',
    'PrefixToKey',
    'KeyNames',
    'NamesAfterKey',
  ];
  const name =
    textAt(element, 'PersonName') ??
    textAt(element, 'CorporateName') ??
    (keyNames.flatMap((part) => textAt(element, part) ?? []).join(' ') || uninvertName(inverted));
  // Entries such as “Various” or “anonymous” have no name.
  if (!name) return [];
  const yearOf = (role: string) => {
    const dates = elementsAt(element, 'ContributorDate');
    const date = firstWithCode(dates, 'ContributorDateRole', [role]);
    const year = /^-?\d{4}/.exec((date && textAt(date, 'Date')) ?? '')?.[0];
    return year === undefined ? null : Number(year);
  };
  const role = marcRelatorOf(textAt(element, 'ContributorRole'));
  return [{ name, sortName: inverted, role, birthYear: yearOf('50'), deathYear: yearOf('51') }];
}

function uninvertName(inverted: string | undefined): string | undefined {
  return inverted?.replace(/^([^,]+),\s*([^,]+)$/, '$2 $1');
}

/** Code list 22: 01 is the language of the text. */
function readLanguages(detail: OnixElement): string[] {
  return elementsAt(detail, 'Language')
    .filter((language) => textAt(language, 'LanguageRole') === '01')
    .flatMap((language) => textAt(language, 'LanguageCode') ?? []);
}

interface Subject {
  scheme: string;
  code?: string | undefined;
  label: string | undefined;
}

function toSubjects(element: OnixElement): Subject[] {
  const number = textAt(element, 'SubjectSchemeIdentifier') ?? '';
  const scheme = subjectSchemes[number] ?? textAt(element, 'SubjectSchemeName') ?? `onix-${number}`;
  const code = textAt(element, 'SubjectCode');
  const label = textAt(element, 'SubjectHeadingText');
  if (scheme === 'keyword') {
    return (label ?? '')
      .split(/[;,]/)
      .map((word) => ({ scheme, label: word.trim() }))
      .filter((subject) => subject.label);
  }
  return label || code ? [{ scheme, code, label }] : [];
}

function toIdentifier(element: OnixElement) {
  const type = textAt(element, 'ProductIDType') ?? '';
  const value = textAt(element, 'IDValue') ?? '';
  if (type === '03' && /^97[89]\d{10}$/.test(value)) return { scheme: 'isbn', value };
  const named = type === '01' ? textAt(element, 'IDTypeName') : undefined;
  return { scheme: named ?? identifierTypes[type] ?? `onix-${type}`, value };
}

function readSeries(detail: OnixElement) {
  const collections = elementsAt(detail, 'Collection');
  const collection = firstWithCode(collections, 'CollectionType', ['10', '00', '20']);
  if (!collection) return null;
  const elements = elementsAt(collection, 'TitleDetail', 'TitleElement');
  const whole = firstWithCode(elements, 'TitleElementLevel', ['02', '03']);
  const name = whole && titleText(whole);
  const position = elements.flatMap((element) => textAt(element, 'PartNumber') ?? [])[0];
  return name ? { name, position } : null;
}

/** Code list 23 for the types, code list 24 for the units: 02 words, 03 pages. */
function readExtents(detail: OnixElement) {
  const valueOf = (unit: string, types: string[]) => {
    const extents = elementsAt(detail, 'Extent').filter(
      (extent) => textAt(extent, 'ExtentUnit') === unit,
    );
    const extent = firstWithCode(extents, 'ExtentType', types);
    return extent && /^\d+$/.exec(textAt(extent, 'ExtentValue') ?? '')?.[0];
  };
  return {
    wordCount: valueOf('02', ['02', '10', '11', '00']),
    pageCount: valueOf('03', ['00', '11', '07', '10', '08', '05', '06']),
  };
}

/** Code list 153: 03 description, 02 short description. */
function readDescription(product: OnixElement): string | undefined {
  const texts = elementsAt(product, 'CollateralDetail', 'TextContent');
  const best = firstWithCode(texts, 'TextType', ['03', '02']);
  const [text] = best ? elementsAt(best, 'Text') : [];
  return text && textOf(text);
}

/** Code list 163: 01 publication date, 19 date in print, 11 first publication of the work. */
function readDate(publishing: OnixElement): string | undefined {
  const dates = elementsAt(publishing, 'PublishingDate');
  const date = firstWithCode(dates, 'PublishingDateRole', ['01', '19', '11']);
  const [, year, month, day] =
    /^(\d{4})-?(\d\d)?-?(\d\d)?/.exec((date && textAt(date, 'Date')) ?? '') ?? [];
  return [year, month, day].filter(Boolean).join('-') || undefined;
}

/** Code list 58: recommended and fixed retail prices, with and without tax. */
const consumerPrices = new Set(['01', '02', '03', '04', '41', '42']);

function readPrice(product: OnixElement, defaultCurrency: string | null) {
  const prices = elementsAt(product, 'ProductSupply', 'SupplyDetail', 'Price');
  const price = prices.find((candidate) =>
    consumerPrices.has(textAt(candidate, 'PriceType') ?? '01'),
  );
  const amount = price && textAt(price, 'PriceAmount');
  const currency = (price && textAt(price, 'CurrencyCode')) ?? defaultCurrency;
  return amount && currency ? { amount, currency } : null;
}

/** Code list 158: 01 front cover. */
function readCover(product: OnixElement): string | undefined {
  const resources = elementsAt(product, 'CollateralDetail', 'SupportingResource');
  const cover = firstWithCode(resources, 'ResourceContentType', ['01']);
  const link = cover && textAt(cover, 'ResourceVersion', 'ResourceLink');
  return link && /^https?:\/\//.test(link) ? link : undefined;
}
