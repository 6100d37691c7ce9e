import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, it } from 'node:test';
import { migrate } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open.ts';
import { buyLinks } from '../../server/affiliates/buy-links.ts';
import { cursorCodec } from '../../server/http/pagination.ts';
import { sessionTokens } from '../../server/reading-sessions/session-tokens.ts';
import { adoptSecret, checkSecret, secretState } from '../../server/secret-rotation.ts';
import { secretBox } from '../../server/values/secret-box.ts';
import type { Secrets } from '../../server/values/secrets.ts';
import { runSvc } from './cli/run-svc.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from './harness.ts';
import { endProcess, startProcess, toEnvironment } from './server-process.ts';

const old = 'the old secret of a rotation '.padEnd(40, 'x').replaceAll(' ', '-');
const fresh = 'the new secret of a rotation '.padEnd(40, 'x').replaceAll(' ', '-');
const now = () => new Date('2026-11-22T12:00:00Z');

forEachEngine('the secret of a database', (engine) => {
  const openMigrated = async () => {
    const db = openDatabase(await newDatabaseLocation(engine));
    after(() => db.close());
    await migrate(db, now);
    return db;
  };

  it('is the one that the first process used, and processes with another secret do not start', async () => {
    const location = await newDatabaseLocation(engine);
    const environment = toEnvironment(location, temporaryFolder());
    const first = await startProcess({ ...environment, SVC_SECRET: old });

    const second = await runSvc({ ...environment, SVC_SECRET: fresh, PORT: '0' }, 'serve');
    assert.equal(second.code, 2);
    assert.match(second.stderr, /^secret_mismatch: .*SVC_SECRET.*svc secret rotate".\n$/);
    assert.equal(await endProcess(first, 'SIGTERM'), 0);

    const again = await startProcess({ ...environment, SVC_SECRET: old });
    assert.equal(await endProcess(again, 'SIGTERM'), 0);
  });

  it('can be rotated while processes with both secrets run, in any order of restarts', async () => {
    const db = await openMigrated();
    await checkSecret(db, [old]);
    const rotation: [Secrets, string][] = [
      [[old, fresh], 'current'],
      [[fresh, old], 'rotating'],
      [[fresh], 'foreign'],
    ];
    for (const [secrets, state] of rotation) assert.equal(await secretState(db, secrets), state);

    await adoptSecret(db, [fresh, old]);
    const afterwards: [Secrets, string][] = [
      [[old, fresh], 'rotating'],
      [[fresh, old], 'current'],
      [[fresh], 'current'],
      [[old], 'foreign'],
    ];
    for (const [secrets, state] of afterwards) assert.equal(await secretState(db, secrets), state);
  });

  it('is rotated from the data folder by the command line without losing webhook secrets', async () => {
    const dataFolder = temporaryFolder();
    const environment = toEnvironment(await newDatabaseLocation(engine), dataFolder);
    const created = await runSvc(environment, 'keys', 'create', '--tier', 'pro', '--json');
    const { key } = JSON.parse(created.stdout) as { key: string };
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const server = await startProcess(environment);
    const addWebhook = async () => {
      const answer = await fetch(`${server.url}/v1/webhooks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ url: 'https://example.com/hook', events: ['*'] }),
      });
      assert.equal(answer.status, 201);
      return (await answer.json()) as { data: { id: string; secret: string } };
    };
    await addWebhook();
    const { data } = await addWebhook();
    const page = await fetch(`${server.url}/v1/webhooks?limit=1`, { headers });
    const { meta } = (await page.json()) as { meta: { nextCursor: string } };
    const statusOfNextPage = async ({ url }: { url: string }) => {
      const next = `${url}/v1/webhooks?limit=1&cursor=${meta.nextCursor}`;
      return (await fetch(next, { headers })).status;
    };

    const added = await runSvc(environment, 'secret', 'rotate');
    assert.match(added.stdout, /Added a new secret .*\nRestart the server/);
    const early = await runSvc(environment, 'secret', 'retire');
    assert.equal(early.code, 2);
    assert.match(early.stderr, /Run "svc secret rotate" first/);
    await endProcess(server, 'SIGKILL');
    const restarted = await startProcess(environment);
    assert.equal(await statusOfNextPage(restarted), 200);
    const adopted = await runSvc(environment, 'secret', 'rotate');
    assert.match(adopted.stdout, /^Encrypted the secrets of 2 webhooks/);
    const third = await runSvc(environment, 'secret', 'rotate');
    assert.equal(third.code, 2);
    assert.match((await runSvc(environment, 'secret', 'retire')).stdout, /no longer accepted/);
    await endProcess(restarted, 'SIGTERM');

    const last = await startProcess(environment);
    assert.equal(await statusOfNextPage(last), 400);
    // Rotating the webhook's own secret decrypts the stored secrets.
    const rotated = await fetch(`${last.url}/v1/webhooks/${data.id}/rotate-secret`, {
      method: 'POST',
      headers,
      body: '{"overlapSeconds":60}',
    });
    assert.equal(rotated.status, 200);
  });

  it('keeps stored webhook secrets when adopted twice or by two processes at once', async () => {
    const db = await openMigrated();
    await checkSecret(db, [old]);
    await Promise.all([adoptSecret(db, [fresh, old]), adoptSecret(db, [fresh, old])]);
    await adoptSecret(db, [fresh, old]);
    assert.equal(await secretState(db, [fresh]), 'current');
  });
});

it('texts signed with the previous secret are accepted, and new ones are signed with the current', () => {
  const both: Secrets = [fresh, old];

  const cursor = cursorCodec([old]).write({ id: 'a' }, 'books');
  assert.deepEqual(cursorCodec(both).read(cursor, 'books'), { id: 'a' });
  const newCursor = cursorCodec(both).write({ id: 'a' }, 'books');
  assert.throws(() => cursorCodec([old]).read(newCursor, 'books'));

  const grant = {
    contentId: 'ver_1',
    bookId: 'bk_1',
    keyId: 'key_1',
    sessionId: null,
    origin: null,
    licence: null,
    accessEndsAt: null,
    affiliate: null,
    campaign: null,
  };
  const { token } = sessionTokens([old], now).issue(grant);
  assert.equal(sessionTokens(both, now).verify(token).bookId, 'bk_1');
  assert.throws(() => sessionTokens([fresh], now).verify(token));
  const query = new URLSearchParams(sessionTokens([old], now).resourceQuery(grant));
  const signed = { g: query.get('g') ?? '', e: Number(query.get('e')), s: query.get('s') ?? '' };
  assert.equal(sessionTokens(both, now).verifyResource('ver_1', signed).keyId, 'key_1');
  assert.throws(() => sessionTokens([fresh], now).verifyResource('ver_1', signed));

  const ticket = {
    accountId: 'acc_1',
    bookId: 'bk_1',
    partnerId: null,
    campaign: null,
    sub: null,
    chapter: null,
    traceId: 't',
    clickId: 'c',
    deploymentId: null,
    readerId: null,
    currency: null,
    locale: null,
  };
  const links = (secrets: Secrets) => buyLinks({ secrets, publicUrl: '', now });
  const link = links([old]).sign(ticket).slice('/buy/'.length);
  assert.deepEqual(links(both).verify(link).ticket, ticket);
  assert.throws(() => links([fresh]).verify(link));

  const sealed = secretBox([old], randomBytes).seal('whsec_1');
  assert.equal(secretBox(both).open(sealed), 'whsec_1');
  assert.throws(() => secretBox([fresh]).open(sealed));
});
