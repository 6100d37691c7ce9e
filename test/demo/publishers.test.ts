import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishers } from '../../demo/publishers/publishers.ts';
import { packPublisherBook } from '../../demo/publishers/pack-publisher-book.ts';
import { NewDeployment } from '../../server/deployments/contract.ts';
import { checkSettings, mergeTokens } from '../../server/deployments/settings.ts';
import { compilePublication } from '../../server/epub/compile-publication.ts';

for (const house of publishers) {
  describe(`the book of ${house.name}`, () => {
    it('is packed into the same bytes every time', async () => {
      const [first, second] = [await packPublisherBook(house), await packPublisherBook(house)];
      assert.ok(first.equals(second));
    });

    it('compiles without a warning, with its cover, its people and its house', async () => {
      const book = await compilePublication(await packPublisherBook(house));
      assert.deepEqual(book.warnings, []);
      assert.equal(book.cover, 'OPS/cover.svg');
      assert.equal(book.metadata.title, house.book.title);
      assert.deepEqual(
        book.sections.map(({ layout }) => layout),
        house.book.sections.map(() => (house.book.pageSize ? 'fixed' : 'reflowable')),
      );
    });

    it('has a sample whose sections are there', async () => {
      const { access } = house.saleTerms;
      const paths = new Set(house.book.sections.map(({ id }) => `OPS/${id}.xhtml`));
      const wanted = access.mode === 'sample' && 'sections' in access ? access.sections : [];
      assert.deepEqual(
        wanted?.filter((path) => !paths.has(path)),
        [],
      );
    });
  });

  it(`${house.name} has colours in which its text can be read, in every theme`, () => {
    const { name, deploymentSettings } = house;
    const wanted = NewDeployment.parse({ ...deploymentSettings, name });
    const tokens = mergeTokens({}, wanted.theme.tokens);
    const rules = { publicHost: 'svc.test', allowLoopback: false };
    assert.doesNotThrow(() =>
      checkSettings({ ...wanted, theme: { ...wanted.theme, tokens } }, rules),
    );
  });
}

it('no two houses have the same paper, type, currency or price', () => {
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
