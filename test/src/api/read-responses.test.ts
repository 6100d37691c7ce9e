import { expect } from '@open-wc/testing';
import { parseEmbed } from '../../../src/api/parse-responses.ts';
import { parseExtras } from '../../../src/api/parse-extras.ts';

/** The response of a server configured with the base URL `base`. */
function answerFrom(base: string) {
  const content = `${base}/content/ver_1`;
  const file = (name: string) => `${base}/content/deployments/dep_1/${name}`;
  return {
    session: { token: 't', expiresAt: '', content, resourceQuery: 'q' },
    book: { id: 'bk_1', title: 'T', languages: ['en'], cover: { url: `${content}/cover` } },
    readingOrder: [{}],
    first: { index: 0, tree: ['div', {}] },
    changes: { url: `${content}/changes`, lastEventId: '1' },
    deployment: {
      features: {},
      logo: { url: file('logo.svg'), width: 1, height: 1, alt: '' },
      fonts: [{ family: 'House', url: file('house.woff2'), weight: '400', style: 'normal' }],
    },
  };
}

function addressesOf(base: string, api: string) {
  const { session, book, changes, deployment } = parseExtras(parseEmbed(answerFrom(base), api));
  const { logo, fonts = [] } = deployment ?? {};
  const urls = [book.cover, changes, logo, ...fonts].map((one) => one?.url);
  return [session.content, ...urls];
}

describe('URLs in a response', () => {
  const below = (api: string) => [
    `${api}/content/ver_1`,
    `${api}/content/ver_1/cover`,
    `${api}/content/ver_1/changes`,
    `${api}/content/deployments/dep_1/logo.svg`,
    `${api}/content/deployments/dep_1/house.woff2`,
  ];
  for (const [what, base, api] of [
    ['a server at its own origin', 'https://api.example', 'https://api.example'],
    ['a server below a path', 'https://shop.example/library', 'https://shop.example/library'],
    ['a proxy at a path', 'https://api.example', 'https://shop.example/library'],
    ['a proxy for a path', 'https://shop.example/library', 'https://api.example'],
  ] as const) {
    it(`are mapped to the API’s base URL: ${what}`, () => {
      expect(addressesOf(base, api)).to.deep.equal(below(api));
    });
  }

  it('omit a cover from another origin', () => {
    const answer = answerFrom('https://api.example');
    answer.book.cover.url = 'https://covers.example/content/1.jpg';
    const { book } = parseExtras(parseEmbed(answer, 'https://api.example'));
    expect(book.cover).to.equal(null);
  });
});
