import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishers } from '../../demo/publishers/publishers.ts';
import { packPublisherBook } from '../../demo/publishers/pack-publisher-book.ts';
import { NewDeployment } from '../../server/deployments/contract.ts';
import { checkSettings, mergeTokens } from '../../server/deployments/settings.ts';
import { compilePublication } from '../../server/epub/compile-publication.ts';

for (const publisher of publishers) {
  describe(`the book of ${publisher.name}`, () => {
    it('is packed deterministically', async () => {
      const [first, second] = [
        await packPublisherBook(publisher),
        await packPublisherBook(publisher),
      ];
      assert.ok(first.equals(second));
    });

    it('compiles without warnings, with its cover, title and layout', async () => {
      const book = await compilePublication(await packPublisherBook(publisher));
      assert.deepEqual(book.warnings, []);
      assert.equal(book.cover, 'OPS/cover.svg');
      assert.equal(book.metadata.title, publisher.book.title);
      assert.deepEqual(
        book.sections.map(({ layout }) => layout),
        publisher.book.sections.map(() => (publisher.book.pageSize ? 'fixed' : 'reflowable')),
      );
    });

    it('has a sample that lists existing sections', async () => {
      const { access } = publisher.saleTerms;
      const paths = new Set(publisher.book.sections.map(({ id }) => `OPS/${id}.xhtml`));
      const wanted = access.mode === 'sample' && 'sections' in access ? access.sections : [];
      assert.deepEqual(
        wanted?.filter((path) => !paths.has(path)),
        [],
      );
    });
  });

  it(`${publisher.name} has readable text colors in every theme`, () => {
    const { name, deploymentSettings } = publisher;
    const wanted = NewDeployment.parse({ ...deploymentSettings, name });
    const tokens = mergeTokens({}, wanted.theme.tokens);
    const rules = { publicHost: 'svc.test', allowLoopback: false };
    assert.doesNotThrow(() =>
      checkSettings({ ...wanted, theme: { ...wanted.theme, tokens } }, rules),
    );
  });
}

it('publishers differ in background, typeface, currency and price', () => {
  const looks = publishers.map(({ deploymentSettings, saleTerms }) => [
    JSON.stringify(deploymentSettings.theme.tokens['--svc-background']),
    deploymentSettings.theme.tokens['--svc-font-family'],
    deploymentSettings.currency,
    saleTerms.price.amount,
  ]);
  for (const index of [0, 1, 2, 3]) {
    assert.equal(new Set(looks.map((look) => look[index])).size, publishers.length);
  }
});
