import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Deployment, Domain } from '../../../server/deployments/contract.ts';
import { svgDataUrl, woff2DataUrl } from '../deployments/file-data-urls.ts';
import { txtNameServer } from '../deployments/txt-name-server.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { someOf } from '../../../scripts/test-tiers.js';
import { runSvc } from './run-svc.ts';

function bytesOf(url: string): Buffer {
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

forEachEngine('svc deployments', (engine) => {
  it('creates, shows, verifies and removes deployments', async () => {
    const folder = temporaryFolder();
    const nameServer = await txtNameServer();
    const environment = {
      ...toEnvironment(await newDatabaseLocation(engine), folder),
      SVC_DNS_SERVERS: nameServer.address,
      SVC_PUBLIC_URL: 'https://svc.example.com',
    };
    const svc = async (...args: string[]) => {
      const { stdout, stderr, code } = await runSvc(environment, 'deployments', ...args, '--json');
      return { code, stderr, data: stdout === '' ? null : JSON.parse(stdout) };
    };
    writeFileSync(join(folder, 'logo.svg'), bytesOf(svgDataUrl()));
    writeFileSync(join(folder, 'press.woff2'), bytesOf(woff2DataUrl()));
    const file = join(folder, 'deployment.json');
    const body = {
      name: 'From the file',
      logo: { file: 'logo.svg', alt: 'Press' },
      fonts: [{ file: 'press.woff2', family: 'Press' }],
      theme: { name: 'light', tokens: { '--svc-radius': '8px' } },
      domains: ['books.example.com'],
    };
    writeFileSync(file, JSON.stringify(body));

    const flags = [
      '--file',
      file,
      '--account',
      'press',
      '--name',
      'Press',
      '--affiliate',
      'weekly',
    ];
    const tokens = ['--svc-accent=#9a1b1b', 'accent.dark=#ff9d94', 'accent.light=#9a1b1b'];
    const created = await svc(
      'create',
      ...flags,
      ...tokens.flatMap((one) => ['--token', one]),
      '--domain',
      'LESEN.example.com',
      '--buy-url',
      'https://shop.example/{isbn}',
    );
    assert.equal(created.code, 0, created.stderr);
    const deployment = Deployment.parse(created.data);
    const { id } = deployment;
    assert.equal(deployment.name, 'Press');
    assert.deepEqual(deployment.theme.tokens, {
      '--svc-accent': { light: '#9a1b1b', dark: '#ff9d94', sepia: '#9a1b1b' },
      '--svc-radius': '8px',
    });
    assert.match(
      deployment.logo?.url ?? '',
      /^https:\/\/svc\.example\.com\/content\/deployments\//,
    );
    assert.equal(deployment.fonts[0]?.family, 'Press');
    assert.equal(deployment.links.buy, 'https://shop.example/{isbn}');
    assert.deepEqual(
      deployment.domains.map(({ host }) => host),
      ['books.example.com', 'lesen.example.com'],
    );

    const listed = await svc('list', '--account', 'press');
    assert.equal(listed.data[0].account.name, 'press');
    assert.deepEqual(Deployment.parse(listed.data[0]), deployment);
    assert.match((await svc('list', '--account', 'other')).stderr, /No account .* other\./);

    const pending = await svc('verify', id);
    assert.equal(pending.code, 1);
    const [first] = Domain.array().parse(pending.data);
    assert.match(first?.problem ?? '', /No TXT record found/);
    for (const { record } of deployment.domains) nameServer.texts.set(record.name, [record.value]);
    const verified = await svc('verify', id);
    assert.equal(verified.code, 0);
    assert.deepEqual(
      verified.data.map(({ state }: Domain) => state),
      ['verified', 'verified'],
    );

    assert.equal((await svc('add-domain', id, 'third.example.com')).data.state, 'pending');
    assert.equal((await svc('show', id)).data.domains.length, 3);
    const text = await runSvc(environment, 'deployments', 'show', id);
    assert.match(text.stdout, /_svc-reader\.third\.example\.com/);

    const update = ['--name', 'Press & Co', '--token', 'radius=0px', '--affiliate', 'none'];
    const updated = await svc('update', id, ...update);
    assert.equal(updated.code, 0, updated.stderr);
    assert.equal(updated.data.name, 'Press & Co');
    assert.equal(updated.data.affiliate, null);
    assert.deepEqual(updated.data.theme.tokens, {
      ...deployment.theme.tokens,
      '--svc-radius': '0px',
    });
    const unreadable = await svc('update', id, '--token', 'accent=#ffffff');
    assert.equal(unreadable.code, 1);
    assert.match(unreadable.stderr, /contrast/i);

    assert.deepEqual((await svc('remove', id)).data, { id, removed: true });
    const afterRemoval = await svc('show', id);
    assert.equal(afterRemoval.code, 1);
    assert.match(afterRemoval.stderr, /No deployment with id/);
  });
});

forEachEngine('svc deployments create', (engine) => {
  it('accepts a token for all themes and another value for one theme, in any order', async () => {
    const folder = temporaryFolder();
    const environment = toEnvironment(await newDatabaseLocation(engine), folder);
    const tokens = ['accent=#9a1b1b', 'accent.dark=#ff9d94', 'muted.dark=#c0c0c0', 'muted=#555555'];
    const flags = tokens.flatMap((one) => ['--token', one]);

    const created = await runSvc(
      environment,
      'deployments',
      'create',
      '--name',
      'X',
      ...flags,
      '--json',
    );

    assert.equal(created.code, 0, created.stderr);
    assert.deepEqual(Deployment.parse(JSON.parse(created.stdout)).theme.tokens, {
      '--svc-accent': { light: '#9a1b1b', dark: '#ff9d94', sepia: '#9a1b1b' },
      '--svc-muted': { light: '#555555', dark: '#c0c0c0', sepia: '#555555' },
    });
  });

  it('reports each invalid option and creates nothing', async () => {
    const folder = temporaryFolder();
    const environment = toEnvironment(await newDatabaseLocation(engine), folder);
    const create = (...args: string[]) =>
      runSvc(environment, 'deployments', 'create', '--name', 'X', ...args);
    writeFileSync(join(folder, 'no.json'), '{');
    writeFileSync(join(folder, 'logo.svg'), '<script/>');
    const wrong: [string[], RegExp, number][] = [
      [['--token', 'accent=url(x)'], /\/theme\/tokens\/--svc-accent: Must be a single color/, 2],
      [['--token', 'glow=1'], /--svc-glow/, 2],
      [['--token', 'accent'], /must have the form accent=/, 2],
      [['--token', 'color=#eeeeee'], /The nearest readable --svc-color is #/, 1],
      [['--buy-url', 'javascript:alert(1)'], /^--buy-url: Must be a URL that begins with https/, 2],
      [['--affiliate', '<b>'], /^--affiliate: /, 2],
      [['--key', 'key_1'], /^--key: /, 2],
      [['--domain', 'localhost'], /^--domain: /, 2],
      [['--logo', join(folder, 'logo.svg')], /^--logo: /, 2],
      [['--logo', join(folder, 'none.png')], /none\.png: File not found/, 2],
      [['--logo', join(folder, 'no.json')], /must be a PNG, JPEG, WebP or SVG file/, 2],
      [['--file', join(folder, 'no.json')], /is not valid JSON/, 2],
    ];
    for (const [args, message, code] of someOf(wrong, 4)) {
      const result = await create(...args);
      assert.match(result.stderr, message, args.join(' '));
      assert.equal(result.code, code, args.join(' '));
    }
    const { stdout } = await runSvc(environment, 'deployments', 'list', '--json');
    assert.deepEqual(JSON.parse(stdout), []);
  });
});
