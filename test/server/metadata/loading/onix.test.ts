import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { referenceNames } from '../../../../server/metadata/loading/onix/short-tags.ts';
import { testDatabase } from '../../harness.ts';
import { catalogueOf, loadContent } from './fixtures/load-content.ts';

const product = `<Product>
  <RecordReference>com.example.1</RecordReference>
  <NotificationType>03</NotificationType>
  <ProductIdentifier><ProductIDType>01</ProductIDType><IDTypeName>stock</IDTypeName><IDValue>A7</IDValue></ProductIdentifier>
  <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9783161484100</IDValue></ProductIdentifier>
  <ProductIdentifier><ProductIDType>06</ProductIDType><IDValue>10.1000/182</IDValue></ProductIdentifier>
  <DescriptiveDetail>
    <Collection><CollectionType>10</CollectionType><TitleDetail><TitleType>01</TitleType>
      <TitleElement><TitleElementLevel>02</TitleElementLevel><PartNumber>4</PartNumber><TitleText>Blue Books</TitleText></TitleElement>
    </TitleDetail></Collection>
    <TitleDetail><TitleType>03</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>Original</TitleText></TitleElement></TitleDetail>
    <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel>
      <TitlePrefix>L’</TitlePrefix><TitleWithoutPrefix>Étranger</TitleWithoutPrefix><Subtitle>Roman &amp; plus</Subtitle></TitleElement></TitleDetail>
    <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>Albert Camus</PersonName><PersonNameInverted>Camus, Albert</PersonNameInverted>
      <ContributorDate><ContributorDateRole>50</ContributorDateRole><DateFormat>00</DateFormat><Date>19131107</Date></ContributorDate></Contributor>
    <Contributor><ContributorRole>B06</ContributorRole><NamesBeforeKey>Matthew</NamesBeforeKey><KeyNames>Ward</KeyNames></Contributor>
    <Contributor><ContributorRole>A12</ContributorRole><CorporateName>Studio Nine</CorporateName></Contributor>
    <Language><LanguageRole>01</LanguageRole><LanguageCode>fre</LanguageCode></Language>
    <Language><LanguageRole>02</LanguageRole><LanguageCode>eng</LanguageCode></Language>
    <Extent><ExtentType>00</ExtentType><ExtentValue>185</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
    <Extent><ExtentType>02</ExtentType><ExtentValue>36000</ExtentValue><ExtentUnit>02</ExtentUnit></Extent>
    <Subject><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode></Subject>
    <Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>sun; sea</SubjectHeadingText></Subject>
  </DescriptiveDetail>
  <CollateralDetail>
    <TextContent><TextType>02</TextType><Text>Short.</Text></TextContent>
    <TextContent><TextType>03</TextType><Text textformat="05"><p>Today <b>mother</b> died &lt;maybe&gt;.</p><p>Or yesterday.</p></Text></TextContent>
    <SupportingResource><ResourceContentType>01</ResourceContentType><ResourceVersion><ResourceLink>https://covers.example/1.jpg</ResourceLink></ResourceVersion></SupportingResource>
  </CollateralDetail>
  <PublishingDetail><Publisher><PublisherName>Gallimard</PublisherName></Publisher>
    <PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="00">19420519</Date></PublishingDate></PublishingDetail>
  <ProductSupply><SupplyDetail>
    <Price><PriceType>05</PriceType><PriceAmount>4.00</PriceAmount><CurrencyCode>EUR</CurrencyCode></Price>
    <Price><PriceType>02</PriceType><PriceAmount>8.40</PriceAmount></Price>
    <Price><PriceType>02</PriceType><PriceAmount>9.90</PriceAmount><CurrencyCode>CHF</CurrencyCode></Price>
  </SupplyDetail></ProductSupply>
</Product>`;

const header = '<Header><DefaultCurrencyCode>EUR</DefaultCurrencyCode></Header>';

function message(...products: string[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference">${header}${products.join('\n')}</ONIXMessage>`;
}

function simple(id: string, title: string, more = ''): string {
  return `<Product><RecordReference>${id}</RecordReference><NotificationType>03</NotificationType><DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>${title}</TitleText></TitleElement></TitleDetail></DescriptiveDetail>${more}</Product>`;
}

/** Converts a message to short tags. */
function shortened(text: string): string {
  const shorts = new Map(Object.entries(referenceNames).map(([short, name]) => [name, short]));
  return text.replace(
    /(<\/?)([A-Za-z]+)/g,
    (_, open: string, name: string) => open + (shorts.get(name) ?? name),
  );
}

describe('an ONIX 3.0 catalog', () => {
  for (const [tags, write] of [
    ['reference names', (text: string) => text],
    ['short tags', shortened],
  ] as const) {
    it(`supports ${tags}`, async () => {
      const db = await testDatabase('sqlite');

      const result = await loadContent(db, 'list.xml.gz', gzipSync(write(message(product))));

      assert.deepEqual([result.added, result.reasons, result.fault], [1, [], null]);
      const [book] = await catalogueOf(db);
      assert.deepEqual(
        [book?.record_key, book?.title, book?.source, book?.word_count],
        ['list/com.example.1', 'L’Étranger', 'onix', 36_000],
      );
      assert.partialDeepStrictEqual(book?.metadata, {
        subtitle: 'Roman & plus',
        contributors: [
          { name: 'Albert Camus', sortName: 'Camus, Albert', role: 'aut', birthYear: 1913 },
          { name: 'Matthew Ward', role: 'trl' },
          { name: 'Studio Nine', role: 'ill' },
        ],
        languages: ['fr'],
        description: 'Today mother died <maybe>.\nOr yesterday.',
        subjects: [
          { scheme: 'thema', code: 'FBA', label: 'FBA' },
          { scheme: 'keyword', code: null, label: 'sun' },
          { scheme: 'keyword', code: null, label: 'sea' },
        ],
        identifiers: [
          { scheme: 'stock', value: 'A7' },
          { scheme: 'isbn', value: '9783161484100' },
          { scheme: 'doi', value: '10.1000/182' },
        ],
        series: { name: 'Blue Books', position: '4' },
        publisher: 'Gallimard',
        publishedAt: '1942-05-19',
        pageCount: 185,
        price: { amount: '8.40', currency: 'EUR' },
        coverUrl: 'https://covers.example/1.jpg',
      });
    });
  }

  it('removes deleted products', async () => {
    const db = await testDatabase('sqlite');
    await loadContent(db, 'list.xml', message(simple('1', 'One'), simple('2', 'Two')));
    const deletion =
      '<Product><RecordReference>1</RecordReference><NotificationType>05</NotificationType></Product>';

    const result = await loadContent(db, 'list.xml', message(deletion, simple('2', 'Two')));

    assert.deepEqual([result.changed, result.unchanged], [1, 1]);
    assert.deepEqual(
      (await catalogueOf(db)).map(({ title }) => title),
      ['Two'],
    );
  });

  for (const encoding of ['ISO-8859-1', 'windows-1252']) {
    it(`may declare the encoding ${encoding}`, async () => {
      const db = await testDatabase('sqlite');
      const text = message(simple('1', 'Ça va déjà')).replace('utf-8', encoding);

      await loadContent(db, 'list.xml', Buffer.from(text, 'latin1'));

      assert.equal((await catalogueOf(db))[0]?.title, 'Ça va déjà');
    });
  }

  it('rejects an invalid product and loads the next', async () => {
    const db = await testDatabase('sqlite');
    const file = Buffer.concat([
      Buffer.from(message().replace('</ONIXMessage>', '')),
      Buffer.from(simple('1', 'No <b>end')),
      Buffer.from(simple('2', '&external;')),
      Buffer.from(simple('3', 'Caf')),
      Buffer.from(simple('4', 'Café'), 'latin1'),
      Buffer.from(simple('5', `${'<a>'.repeat(200)}deep${'</a>'.repeat(200)}`)),
      Buffer.from(
        simple('6', 'Big', `<x>${'y'.repeat(3_000_000)}</x><x>${'y'.repeat(3_000_000)}</x>`),
      ),
      Buffer.from('<Product><NotificationType>03</NotificationType></Product>'),
      Buffer.from(simple('8', 'Good')),
      Buffer.from('</ONIXMessage>'),
    ]);

    const result = await loadContent(db, 'list.xml', file);

    assert.equal(result.fault, null);
    assert.deepEqual(
      (await catalogueOf(db)).map(({ title }) => title),
      ['Caf', 'Good'],
    );
    assert.deepEqual(
      result.reasons.map((reason) => reason.replace(/ \(.*/, '')),
      [
        'record 1: is not well-formed XML',
        'record 2: is not well-formed XML',
        'record 4: contains bytes that are invalid in its encoding',
        'record 5: is nested more than 100 levels deep',
        'record 6: is larger than 4 MB',
        'record 7: RecordReference is missing',
      ],
    );
  });

  it('ignores entities declared in the document type', async () => {
    const db = await testDatabase('sqlite');
    const entities = Array.from(
      { length: 20 },
      (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`,
    );
    const doctype = `<!DOCTYPE ONIXMessage [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${entities.join('')}]>`;
    const file = message(simple('1', '&e20;'), simple('2', '&file;'), simple('3', 'Good'));

    const result = await loadContent(db, 'list.xml', file.replace('<ONIX', `${doctype}<ONIX`));

    assert.deepEqual([result.added, result.refused], [1, 2]);
  });

  it('keeps the records before a missing end', async () => {
    const db = await testDatabase('sqlite');

    const result = await loadContent(
      db,
      'list.xml',
      message(simple('1', 'One'), simple('2', 'Two')).slice(0, -60),
    );

    assert.equal(result.added, 1);
    assert.equal(result.fault, 'The XML ends unexpectedly in or after record 2.');
  });

  it('is distinguished from other XML and ONIX 2', async () => {
    const db = await testDatabase('sqlite');
    const cases = {
      '<html><body/></html>': /root element is “html”, not an ONIX message/,
      '<ONIXMessage release="2.1"></ONIXMessage>': /ONIX 2\.1/,
      '<?xml version="1.0" encoding="klingon"?><ONIXMessage/>': /klingon/,
    };
    for (const [text, expected] of Object.entries(cases)) {
      assert.match((await loadContent(db, 'list.xml', text)).fault ?? '', expected);
    }
  });
});
