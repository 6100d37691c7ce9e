import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SaxesParser } from 'saxes';
import type { PriceChange } from '../../../server/books/price-list.ts';
import { forEachEngine, testApi } from '../harness.ts';
import { codeOf, newMember, newOperator } from './console-client.ts';

/**
 * Children of each composite in the order of the ONIX 3.0 schema, limited to those that this server
 * writes.
 */
const onixOrder: Record<string, string[]> = {
  ONIXMessage: ['Header', 'Product'],
  Header: ['Sender', 'Addressee', 'MessageNumber', 'SentDateTime'],
  Sender: ['SenderIdentifier', 'SenderName', 'ContactName', 'EmailAddress'],
  Product: [
    'RecordReference',
    'NotificationType',
    'RecordSourceName',
    'ProductIdentifier',
    'DescriptiveDetail',
    'CollateralDetail',
    'ContentDetail',
    'PublishingDetail',
    'RelatedMaterial',
    'ProductSupply',
  ],
  ProductIdentifier: ['ProductIDType', 'IDTypeName', 'IDValue'],
  DescriptiveDetail: [
    'ProductComposition',
    'ProductForm',
    'ProductFormDetail',
    'PrimaryContentType',
    'EpubTechnicalProtection',
    'EpubUsageConstraint',
    'Collection',
    'TitleDetail',
    'Contributor',
    'NoContributor',
    'EditionType',
    'Language',
    'Extent',
    'Illustrated',
    'Subject',
    'Audience',
  ],
  Collection: ['CollectionType', 'CollectionIdentifier', 'TitleDetail'],
  TitleDetail: ['TitleType', 'TitleElement'],
  TitleElement: ['SequenceNumber', 'TitleElementLevel', 'PartNumber', 'TitleText', 'Subtitle'],
  Contributor: ['SequenceNumber', 'ContributorRole', 'PersonName', 'PersonNameInverted'],
  Language: ['LanguageRole', 'LanguageCode'],
  Extent: ['ExtentType', 'ExtentValue', 'ExtentUnit'],
  Subject: ['MainSubject', 'SubjectSchemeIdentifier', 'SubjectCode', 'SubjectHeadingText'],
  CollateralDetail: ['TextContent', 'CitedContent', 'SupportingResource'],
  TextContent: ['TextType', 'ContentAudience', 'Text'],
  SupportingResource: ['ResourceContentType', 'ContentAudience', 'ResourceMode', 'ResourceVersion'],
  ResourceVersion: ['ResourceForm', 'ResourceLink'],
  PublishingDetail: [
    'Imprint',
    'Publisher',
    'CountryOfPublication',
    'PublishingStatus',
    'PublishingDate',
  ],
  Publisher: ['PublishingRole', 'PublisherName'],
  PublishingDate: ['PublishingDateRole', 'Date'],
  ProductSupply: ['Market', 'SupplyDetail'],
  SupplyDetail: ['Supplier', 'ProductAvailability', 'UnpricedItemType', 'Price'],
  Supplier: ['SupplierRole', 'SupplierName'],
  Price: ['PriceType', 'PriceAmount', 'CurrencyCode'],
};

/** Returns the text of a message by element, and checks the order of its elements. */
function readOnix(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const open: { name: string; last: number; text: string; hasChildren: boolean }[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name, uri }) => {
    assert.equal(uri, 'http://ns.editeur.org/onix/3.0/reference');
    const parent = open.at(-1);
    if (parent) {
      const place = onixOrder[parent.name]?.indexOf(name) ?? -1;
      assert.ok(place >= 0, `${name} in ${parent.name}`);
      assert.ok(place >= parent.last, `${name} comes too late in ${parent.name}`);
      parent.last = place;
      parent.hasChildren = true;
    }
    open.push({ name, last: 0, text: '', hasChildren: false });
  });
  parser.on('text', (text) => {
    const current = open.at(-1);
    if (current) current.text += text;
  });
  parser.on('closetag', () => {
    const { name = '', text = '', hasChildren = false } = open.pop() ?? {};
    if (!hasChildren) texts.set(name, [...(texts.get(name) ?? []), text]);
    if (!hasChildren && name !== 'NoContributor') assert.notEqual(text, '', name);
  });
  parser.write(xml).close();
  return texts;
}

forEachEngine('the catalog in the console', (engine) => {
  it('changes prices by CSV after a check of each line, and is exported as ONIX', async () => {
    const api = await testApi(engine);
    const operator = await newOperator(api);
    const { id } = await operator.data<{ id: string }>('POST', '/operator/accounts', {
      name: 'Hollis & Wren',
    });
    const path = `/accounts/${id}`;
    const editor = await newMember(api, operator, id, 'editor');
    const { text: key } = await api.newKey({ account: 'Hollis & Wren', tier: 'unlimited' });
    const addBook = async (book: object): Promise<string> => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await api.request('/v1/books', {
        key,
        headers,
        method: 'POST',
        body: JSON.stringify(book),
      });
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()).data.id;
    };
    const salt = await addBook({
      title: 'Salt <Roads> \u0007& more',
      subtitle: 'A novel',
      languages: ['de-AT', 'zh', 'gsw', 'und'],
      contributors: [
        { name: 'Mara Quill', sortName: 'Quill, Mara', role: 'aut' },
        { name: 'Ines Vale', role: 'trl' },
        { name: 'Some One', role: 'ctb' },
      ],
      identifiers: [{ scheme: 'isbn', value: '978-0-00-000011-8' }],
      subjects: [{ label: 'Sea stories' }, { scheme: 'BISAC', code: 'FIC047000', label: 'Sea' }],
      series: { name: 'Roads', position: '2' },
      publishedAt: '2026-11',
      description: `${'𝒳'.repeat(5000)}`,
      price: { amount: '9.99', currency: 'EUR' },
    });
    const fog = await addBook({ title: 'Fog', price: { amount: '5', currency: 'EUR' } });
    const free = await addBook({ title: '=HYPERLINK("x")' });
    const twins = ['Twin', 'Twin'].map((title) =>
      addBook({ title, identifiers: [{ scheme: 'isbn', value: '9780000000125' }] }),
    );
    await Promise.all(twins);

    const csv = [
      '\uFEFFISBN;Price;Currency',
      '9780000000118;"10,50";eur',
      `${fog};5.00;EUR`,
      '',
      `${free};1200;JPY`,
      '9780000000125;1.00;EUR',
      'bk_none;1;EUR',
      `${fog};6;EUR`,
      `${salt};12.345;EUR`,
      ';1;EUR',
    ].join('\r\n');
    const check = async (text: string) =>
      editor.data<PriceChange[]>('POST', `${path}/prices/check`, { csv: text });
    const checked = await check(csv);
    assert.deepEqual(
      checked.map(({ line, after, isSame, error }) => [
        line,
        after?.amount,
        isSame,
        error?.slice(0, 20),
      ]),
      [
        [2, '10.50', false, undefined],
        [3, '5.00', true, undefined],
        [5, '1200', false, undefined],
        [6, '1.00', false, '2 books have the ISB'],
        [7, '1.00', false, 'This account has no '],
        [8, '6.00', false, 'Line 3 already has t'],
        [9, undefined, false, 'Line 2 already has t'],
        [10, '1.00', false, 'The id or ISBN of th'],
      ],
    );
    const prices = async () => {
      const response = await editor.request('GET', `${path}/prices.csv`);
      return response.text();
    };
    assert.match(await prices(), new RegExp(`${salt},9780000000118,Salt .*,9.99,EUR`));
    assert.deepEqual(await editor.data('POST', `${path}/prices`, { csv }), { changed: 2 });
    const after = await prices();
    assert.match(after, new RegExp(`${salt},9780000000118,Salt .*,10.50,EUR`));
    assert.match(after, /'=HYPERLINK/);
    // Importing the exported prices changes nothing.
    const again = await check(after);
    assert.deepEqual(
      again.map(({ isSame, error }) => isSame || error),
      Array.from({ length: 5 }, () => true),
    );
    assert.deepEqual(
      await editor.data('POST', `${path}/prices`, { csv: `book,price,currency\n${salt},,` }),
      {
        changed: 1,
      },
    );
    for (const text of ['', 'title,price\nx,1', 'book,price,currency\n"unclosed']) {
      const response = await editor.request('POST', `${path}/prices/check`, { csv: text });
      assert.equal(await codeOf(response), '400 invalid_request', text);
    }

    const response = await editor.request('GET', `${path}/onix.xml`);
    assert.match(response.headers.get('Content-Type') ?? '', /xml/);
    const texts = readOnix(await response.text());
    assert.equal(texts.get('RecordReference')?.length, 5);
    assert.deepEqual(texts.get('SenderName'), ['Hollis & Wren']);
    assert.deepEqual(texts.get('LanguageCode'), ['ger', 'chi', 'gsw']);
    assert.deepEqual(texts.get('ContributorRole'), ['A01', 'B06', 'Z99']);
    assert.ok(texts.get('TitleText')?.includes('Salt <Roads> & more'));
    assert.deepEqual(texts.get('PriceAmount'), ['1200', '5.00']);
    assert.deepEqual(texts.get('Date'), ['202611']);
    assert.ok(texts.get('Text')?.[0]?.isWellFormed());

    const partner = await newMember(api, operator, id, 'analyst');
    assert.equal((await partner.request('POST', `${path}/prices`, { csv })).status, 403);
  });
});
