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

/** An untyped response that test cases may change. */
// oxlint-disable-next-line typescript/no-explicit-any -- cases replace parts with invalid values.
type Answer = any;

interface AttackCase {
  name: string;
  /** Changes the response. A returned string is sent unchanged instead of the response. */
  modify: (answer: Answer, elsewhere: string) => string | void;
  /** The section served at every content URL. */
  section?: (elsewhere: string) => unknown;
  style?: (elsewhere: string) => string;
  headers?: Record<string, string>;
  status?: number;
  /** Whether the book must stay readable. If not, an error message is also accepted. */
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

const links: AttackCase[] = scripts('http://elsewhere.example').map((address, at) => ({
  name: `links that run: ${JSON.stringify(address.slice(0, 14))}`,
  reads: true,
  modify: (answer) => {
    answer.purchase.buyUrl = address;
    answer.deployment.links = { home: address, privacy: address, terms: address };
    answer.first.tree = ['div', {}, ['p', {}, ['a', { href: address }, `Link ${at}`]]];
    for (const item of answer.readingOrder) item.href = address;
    answer.book.title = `<a href="${address}">x</a><img src=x onerror=strike(6)>`;
    answer.toc = [{ title: answer.book.title, section: 0, offset: 0, children: [] }];
    answer.affiliate.code = address;
  },
}));

const kinds: AttackCase[] = wrong.flatMap((value) => {
  const name = JSON.stringify(value);
  return [
    {
      name: `${name} for every part of the answer`,
      modify: (answer: Answer) => {
        for (const part of Object.keys(answer)) if (part !== 'session') answer[part] = value;
      },
    },
    {
      name: `${name} for every part but the text`,
      modify: (answer: Answer) => {
        for (const part of Object.keys(answer)) {
          if (!['session', 'first', 'readingOrder'].includes(part)) answer[part] = value;
        }
      },
    },
    {
      name: `${name} for every part of every part`,
      modify: (answer: Answer) => {
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
      modify: (answer: Answer) => {
        for (const item of answer.readingOrder) {
          for (const part of Object.keys(item)) item[part] = value;
        }
      },
    },
    { name: `${name} for the whole answer`, modify: () => JSON.stringify({ data: value }) },
    { name: `${name} and nothing around it`, modify: () => JSON.stringify(value) },
    {
      name: `${name} for the session`,
      modify: (answer: Answer) => {
        answer.session = value;
      },
    },
  ];
});

const others: AttackCase[] = [
  {
    name: 'elements, attributes and URLs that books must not contain',
    reads: true,
    modify: (answer, elsewhere) => {
      answer.first.tree = hostileTree(elsewhere);
    },
    section: (elsewhere) => hostileTree(elsewhere),
  },
  {
    name: 'style sheets that load resources, run scripts, and cover the page',
    modify: (answer, elsewhere) => {
      answer.first.css = hostileCss(elsewhere);
      answer.first.styles = ['main', 'constructor', '__proto__', 'other'];
      answer.styleSheets = { main: hostileCss(elsewhere) };
    },
    style: hostileCss,
  },
  {
    name: 'fonts and images from another origin',
    reads: true,
    modify: (answer, elsewhere) => {
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
    name: 'the whole book at another origin',
    modify: (answer, elsewhere) => {
      answer.session.content = `${elsewhere}/content/book`;
      answer.session.resourceQuery = `a=b#@${elsewhere}`;
      answer.first.tree = ['div', {}, ['img', { src: 'resource:a.png' }], 'Words that are here.'];
    },
  },
  {
    name: 'a content URL that only resembles a local one',
    modify: (answer, elsewhere) => {
      answer.session.content = elsewhere.replace('http:', '');
      answer.first.tree = ['div', {}, ['img', { src: 'resource:a.png' }], 'Words that are here.'];
    },
  },
  {
    name: 'tokens that load resources',
    reads: true,
    modify: (answer, elsewhere) => {
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
    name: 'a price with an invalid currency and time',
    reads: true,
    modify: (answer, elsewhere) => {
      answer.purchase.price = { amount: `url(${elsewhere})`, currency: '<b>' };
      answer.purchase.converted = { amount: '1e999', currency: 'EUR' };
      answer.purchase.rateAgeSeconds = 1e308;
    },
  },
  {
    name: 'keys of every object’s prototype',
    reads: true,
    modify: (answer) => {
      const poison = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
      return JSON.stringify({ data: answer }).replaceAll(/\{(?=")/g, (open) => `${open}${poison},`);
    },
  },
  {
    name: 'numbers out of range',
    reads: true,
    modify: (answer) =>
      JSON.stringify({ data: answer }).replaceAll(
        /"(length|words|positions|offset|windowDays|rateAgeSeconds|width|height)":[\d.]+/g,
        (_, name) => `"${name}":${{ length: '1e999', words: '-1e308' }[String(name)] ?? '-7.5'}`,
      ),
  },
  {
    name: 'titles of a megabyte',
    reads: true,
    modify: (answer) => {
      answer.book.title = huge;
      answer.book.contributors = [{ name: huge, role: 'constructor' }];
      answer.readingOrder[0].title = huge;
      answer.toc = [{ title: huge, section: 0, offset: 0, children: [] }];
    },
  },
  {
    name: 'deeply nested text and table of contents',
    modify: (answer) => {
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
    modify: (answer) => {
      const [item] = answer.readingOrder;
      answer.readingOrder = Array.from({ length: 100_000 }, () => item);
      answer.access = { mode: 'full', until: null, sections: null, expiresAt: null };
    },
  },
  {
    name: 'a first section that is not in the reading order',
    modify: (answer) => {
      answer.first.index = 1e6;
    },
  },
  { name: 'a truncated response', modify: (answer) => JSON.stringify(answer).slice(0, 500) },
  {
    name: 'a rejection with a very long retry delay',
    status: 429,
    headers: { 'Retry-After': '99999999999999999999' },
    modify: () => '{"code":"quota_daily","detail":{"a":1},"requestId":["x"]}',
  },
  {
    name: 'a rejection whose code is an inherited property name',
    status: 403,
    modify: () =>
      '{"code":"constructor","title":"<img src=x onerror=strike(7)>","requestId":"<b>"}',
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

async function check(attack: AttackCase, key: string, elsewhere: string): Promise<void> {
  const answer = await truth();
  answer.session.token = key;
  const embed = attack.modify(answer, elsewhere) ?? JSON.stringify({ data: answer });
  const section =
    attack.section &&
    JSON.stringify({ data: { ...answer.first, tree: attack.section(elsewhere) } });
  const { status, headers } = attack;
  await fetch(`${fixtureApi()}/attacks?key=${encodeURIComponent(key)}`, {
    method: 'POST',
    body: JSON.stringify({ embed, section, style: attack.style?.(elsewhere), status, headers }),
  });
}

/** Acts like a user by turning pages and opening every panel. */
async function use(reader: SvcReader): Promise<void> {
  const around = await waitUntil(
    () => reader.shadowRoot?.querySelector('svc-progress, .bare, svc-notice'),
    'the controls',
  );
  // Access with an invalid expiry date counts as expired.
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

describe('a malicious server', () => {
  let elsewhere = '';
  let neighbour: HTMLElement;

  before(async () => {
    elsewhere = await (await fetch(`${fixtureApi()}/attacks`)).text();
  });

  beforeEach(() => {
    neighbour = document.createElement('p');
    neighbour.className = 'neighbour';
    neighbour.textContent = 'Another part of the page';
    // Place it at the top of the page, because it would cover nothing outside the viewport.
    document.body.prepend(neighbour);
  });

  afterEach(() => neighbour.remove());

  it('is detected if it runs a script, sends a request or changes the page', async () => {
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

  for (const [at, attack] of [...links, ...others, ...kinds].entries()) {
    it(`does not run or load anything with ${attack.name}`, async () => {
      const key = `attack-${at}`;
      await check(attack, key, elsewhere);
      const reader = await mount({ book: numbered, key, start: '0' });
      const watch = monitorHostPage(elsewhere);
      const outcome = await waitUntil(
        () => (reader.locator ? 'reads' : noticeIn(reader) && 'fails'),
        'an end',
      );

      if (attack.reads) expect(outcome).to.equal('reads');
      expect(await watch.seen()).to.deep.equal([]);
      if (outcome === 'reads') await use(reader);
      if (attack.reads) expect(visibleText(reader)).not.to.equal('');
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
