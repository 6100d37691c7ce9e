import { expect } from '@open-wc/testing';
import type { SvcReader } from '../../../src/svc-reader.ts';
import { hostileCss, hostileTree } from '../fixtures/hostile-section.ts';
import {
  fixtureApi,
  nextFrame,
  mount,
  numbered,
  press,
  waitUntil,
  visibleText,
} from '../fixtures/reader.ts';
import { allElements, monitorHostPage } from '../fixtures/host-page-monitor.ts';

/** An answer as it comes over the wire, to be bent at will. */
// oxlint-disable-next-line typescript/no-explicit-any -- every part of it is replaced by what it must not be.
type Answer = any;

interface Lie {
  name: string;
  /** Bends the answer; what it returns is sent instead, as it is written. */
  bend: (answer: Answer, elsewhere: string) => string | void;
  /** The section that every address below the book answers with. */
  section?: (elsewhere: string) => unknown;
  style?: (elsewhere: string) => string;
  headers?: Record<string, string>;
  status?: number;
  /** Whether a person can read all the same; a failure that is told is as good elsewhere. */
  reads?: boolean;
}

const scripts = (url: string) => [
  'javascript:strike(1)',
  ' java\nscript:strike(2)',
  'JAVASCRIPT:strike(3)',
  'vbscript:strike(4)',
  'data:text/html,<script>opener.strike(5)</script>',
  `blob:${url}/x`,
];
const huge = 'W'.repeat(1_000_000);
const wrong = [null, 1e308, 'text', [null], { 0: 1 }];

const links: Lie[] = scripts('http://elsewhere.example').map((address, at) => ({
  name: `links that run: ${JSON.stringify(address.slice(0, 14))}`,
  reads: true,
  bend: (answer) => {
    answer.purchase.buyUrl = address;
    answer.deployment.links = { home: address, privacy: address, terms: address };
    answer.first.tree = ['div', {}, ['p', {}, ['a', { href: address }, `Link ${at}`]]];
    for (const item of answer.readingOrder) item.href = address;
    answer.book.title = `<a href="${address}">x</a><img src=x onerror=strike(6)>`;
    answer.toc = [{ title: answer.book.title, section: 0, offset: 0, children: [] }];
    answer.affiliate.code = address;
  },
}));

const kinds: Lie[] = wrong.flatMap((value) => {
  const name = JSON.stringify(value);
  return [
    {
      name: `${name} for every part of the answer`,
      bend: (answer: Answer) => {
        for (const part of Object.keys(answer)) if (part !== 'session') answer[part] = value;
      },
    },
    {
      name: `${name} for every part but the text`,
      bend: (answer: Answer) => {
        for (const part of Object.keys(answer)) {
          if (!['session', 'first', 'readingOrder'].includes(part)) answer[part] = value;
        }
      },
    },
    {
      name: `${name} for every part of every part`,
      bend: (answer: Answer) => {
        for (const [name, part] of Object.entries<Answer>(answer)) {
          if (typeof part !== 'object' || part === null || name === 'session') continue;
          for (const inner of Object.keys(part)) {
            if (!['tree', 'index'].includes(inner)) part[inner] = value;
          }
        }
      },
    },
    {
      name: `${name} for every part of each section of the reading order`,
      bend: (answer: Answer) => {
        for (const item of answer.readingOrder) {
          for (const part of Object.keys(item)) item[part] = value;
        }
      },
    },
    { name: `${name} for the whole answer`, bend: () => JSON.stringify({ data: value }) },
    { name: `${name} and nothing around it`, bend: () => JSON.stringify(value) },
    {
      name: `${name} for the session`,
      bend: (answer: Answer) => {
        answer.session = value;
      },
    },
  ];
});

const others: Lie[] = [
  {
    name: 'elements, attributes and addresses that no book may have',
    reads: true,
    bend: (answer, elsewhere) => {
      answer.first.tree = hostileTree(elsewhere);
    },
    section: (elsewhere) => hostileTree(elsewhere),
  },
  {
    name: 'style sheets that fetch, run, and lie over the page',
    bend: (answer, elsewhere) => {
      answer.first.css = hostileCss(elsewhere);
      answer.first.styles = ['main', 'constructor', '__proto__', 'other'];
      answer.styleSheets = { main: hostileCss(elsewhere) };
    },
    style: hostileCss,
  },
  {
    name: 'fonts and pictures from elsewhere',
    reads: true,
    bend: (answer, elsewhere) => {
      answer.book.cover = { url: `${elsewhere}/cover.png` };
      answer.deployment.logo = {
        url: `${elsewhere}/logo.png`,
        width: 1e308,
        height: -5,
        alt: huge,
      };
      answer.deployment.fonts = [
        { family: 'House', url: `${elsewhere}/house.woff2`, weight: '400', style: 'normal' },
      ];
      answer.fonts = [{ family: 'Arial', src: `${elsewhere}/a.woff2`, weight: '', style: '' }];
      answer.first.css = 'p { font-family: Arial }';
      answer.changes = { url: `${elsewhere}/changes`, lastEventId: '1' };
    },
  },
  {
    name: 'the whole book elsewhere',
    bend: (answer, elsewhere) => {
      answer.session.content = `${elsewhere}/content/book`;
      answer.session.resourceQuery = `a=b#@${elsewhere}`;
      answer.first.tree = ['div', {}, ['img', { src: 'resource:a.png' }], 'Words that are here.'];
    },
  },
  {
    name: 'a place of the book that only looks like one here',
    bend: (answer, elsewhere) => {
      answer.session.content = elsewhere.replace('http:', '');
      answer.first.tree = ['div', {}, ['img', { src: 'resource:a.png' }], 'Words that are here.'];
    },
  },
  {
    name: 'tokens that fetch',
    reads: true,
    bend: (answer, elsewhere) => {
      answer.theme.tokens = {
        '--svc-background': `url(${elsewhere}/token)`,
        '--svc-surface': { light: `URL (${elsewhere}/a)`, dark: `image-set("${elsewhere}/b" 1x)` },
        '--svc-line': `u\\72l(${elsewhere}/c)`,
        '--svc-color': null,
        '--svc-accent': { light: null, dark: 5 },
        background: `url(${elsewhere}/d)`,
      };
    },
  },
  {
    name: 'a price in no currency, of no time',
    reads: true,
    bend: (answer, elsewhere) => {
      answer.purchase.price = { amount: `url(${elsewhere})`, currency: '<b>' };
      answer.purchase.converted = { amount: '1e999', currency: 'EUR' };
      answer.purchase.rateAgeSeconds = 1e308;
    },
  },
  {
    name: 'keys of every object’s prototype',
    reads: true,
    bend: (answer) => {
      const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
      return JSON.stringify({ data: answer }).replaceAll(/\{(?=")/g, (open) => `${open}${poison},`);
    },
  },
  {
    name: 'numbers beyond all bounds',
    reads: true,
    bend: (answer) =>
      JSON.stringify({ data: answer }).replaceAll(
        /"(length|words|positions|offset|windowDays|rateAgeSeconds|width|height)":[\d.]+/g,
        (_, name) => `"${name}":${{ length: '1e999', words: '-1e308' }[String(name)] ?? '-7.5'}`,
      ),
  },
  {
    name: 'titles of a megabyte',
    reads: true,
    bend: (answer) => {
      answer.book.title = huge;
      answer.book.contributors = [{ name: huge, role: 'constructor' }];
      answer.readingOrder[0].title = huge;
      answer.toc = [{ title: huge, section: 0, offset: 0, children: [] }];
    },
  },
  {
    name: 'a text and contents that are nested without end',
    bend: (answer) => {
      const depth = 20_000;
      const tree = `${'["div",{},'.repeat(depth)}"deep"${']'.repeat(depth)}`;
      const toc = `${'[{"title":"t","section":0,"offset":0,"children":'.repeat(depth)}[]${'}]'.repeat(depth)}`;
      answer.first.tree = '@tree';
      answer.toc = '@toc';
      return JSON.stringify({ data: answer }).replace('"@tree"', tree).replace('"@toc"', toc);
    },
  },
  {
    name: 'a reading order of 100,000 sections',
    reads: true,
    bend: (answer) => {
      const [item] = answer.readingOrder;
      answer.readingOrder = Array.from({ length: 100_000 }, () => item);
      answer.access = { mode: 'full', until: null, sections: null, expiresAt: null };
    },
  },
  {
    name: 'a first section that is in no reading order',
    bend: (answer) => {
      answer.first.index = 1e6;
    },
  },
  { name: 'half of an answer', bend: (answer) => JSON.stringify(answer).slice(0, 500) },
  {
    name: 'a refusal that asks for an age of patience',
    status: 429,
    headers: { 'Retry-After': '99999999999999999999' },
    bend: () => '{"code":"quota_daily","detail":{"a":1},"requestId":["x"]}',
  },
  {
    name: 'a refusal that is called as every object is',
    status: 403,
    bend: () => '{"code":"constructor","title":"<img src=x onerror=strike(7)>","requestId":"<b>"}',
  },
];

const panels = ['contents', 'about', 'settings', 'menu', 'help'] as const;

async function truth(): Promise<Answer> {
  const answer = await fetch(`${fixtureApi()}/v1/reader/embed?book=${numbered}`, {
    headers: { Authorization: 'Bearer sell:priced.converted.shop.partner.house:truth' },
  });
  const { data } = await answer.json();
  return data;
}

async function tell(lie: Lie, key: string, elsewhere: string): Promise<void> {
  const answer = await truth();
  answer.session.token = key;
  const embed = lie.bend(answer, elsewhere) ?? JSON.stringify({ data: answer });
  const section =
    lie.section && JSON.stringify({ data: { ...answer.first, tree: lie.section(elsewhere) } });
  const { status, headers } = lie;
  await fetch(`${fixtureApi()}/lies?key=${encodeURIComponent(key)}`, {
    method: 'POST',
    body: JSON.stringify({ embed, section, style: lie.style?.(elsewhere), status, headers }),
  });
}

/** Does what a person does: turns pages, and looks into every panel. */
async function use(reader: SvcReader): Promise<void> {
  const around = await waitUntil(
    () => reader.shadowRoot?.querySelector('svc-progress, .bare, svc-notice'),
    'the controls',
  );
  // An access that ends at no time has ended.
  if (around.localName === 'svc-notice') return;
  for (const key of ['ArrowRight', 'ArrowRight', 'End']) {
    press(reader, key);
    await nextFrame();
  }
  for (const panel of panels) {
    reader.dispatchEvent(Object.assign(new Event('svc-panel-request'), { panel }));
    await waitUntil(
      () => reader.shadowRoot?.querySelector('.over > *')?.shadowRoot?.childElementCount,
      panel,
    );
    await nextFrame();
  }
  reader.dispatchEvent(Object.assign(new Event('svc-panel-request'), { panel: null }));
  await nextFrame();
}

function noticeIn(reader: SvcReader): Element | null {
  return reader.shadowRoot?.querySelector('svc-notice') ?? null;
}

function addressesIn(reader: SvcReader): string[] {
  return [...allElements(reader.shadowRoot ?? reader)].flatMap((one) =>
    ['href', 'xlink:href', 'action', 'formaction', 'src', 'data'].flatMap(
      (name) => one.getAttribute(name) ?? [],
    ),
  );
}

describe('a server that lies', () => {
  let elsewhere = '';
  let neighbour: HTMLElement;

  before(async () => {
    elsewhere = await (await fetch(`${fixtureApi()}/lies`)).text();
  });

  beforeEach(() => {
    neighbour = document.createElement('p');
    neighbour.className = 'neighbour';
    neighbour.textContent = 'Another part of the page';
    // At the top: out of the window it would be below nothing.
    document.body.prepend(neighbour);
  });

  afterEach(() => neighbour.remove());

  it('would be noticed if any of it ran, fetched, or changed the page', async () => {
    const watch = monitorHostPage(elsewhere);
    const image = document.createElement('img');
    image.setAttribute('onerror', 'strike("canary")');
    image.src = `${elsewhere}/canary`;
    document.body.append(image);
    const failed = new Promise((resolve) => image.addEventListener('error', resolve));
    await failed;
    window.alert('canary');
    neighbour.style.visibility = 'hidden';
    const seen = (await watch.seen()).join('\n');
    image.remove();
    await watch.end();

    for (const sign of ['ran canary', 'alert', '/canary', 'neighbour: below', 'page: ']) {
      expect(seen).to.contain(sign);
    }
  });

  for (const [at, lie] of [...links, ...others, ...kinds].entries()) {
    it(`neither runs nor reaches anything with ${lie.name}`, async () => {
      const key = `lie-${at}`;
      await tell(lie, key, elsewhere);
      const reader = await mount({ book: numbered, key, start: '0' });
      const watch = monitorHostPage(elsewhere);
      const outcome = await waitUntil(
        () => (reader.locator ? 'reads' : noticeIn(reader) && 'fails'),
        'an end',
      );

      if (lie.reads) expect(outcome).to.equal('reads');
      expect(await watch.seen()).to.deep.equal([]);
      if (outcome === 'reads') await use(reader);
      if (lie.reads) expect(visibleText(reader)).not.to.equal('');
      await nextFrame();
      await nextFrame();

      expect(await watch.seen()).to.deep.equal([]);
      await watch.end();
      for (const address of addressesIn(reader)) {
        expect(address).to.match(/^(https?:\/\/|#|mailto:|tel:|$)/);
      }
      reader.remove();
    });
  }
});
