import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openDatabase } from '../../../server/db/open.ts';
import { migrate } from '../../../server/db/migrate.ts';
import { jsonLines } from '../metadata/loading/fixtures/load-content.ts';
import { forEachEngine, newDatabaseLocation, temporaryFolder } from '../harness.ts';
import { toEnvironment } from '../server-process.ts';
import { runSvc } from './run-svc.ts';

const root = join(import.meta.dirname, '../../..');

function books(count: number, more: unknown[] = []): string {
  const records = Array.from({ length: count }, (_, at) => ({
    id: at,
    title: `Book number ${at}`,
    identifiers: [{ scheme: 'stock', value: `s${at}` }],
  }));
  return jsonLines(...records, ...more);
}

forEachEngine('svc catalogue load', (engine) => {
  it('prints the counts as JSON and the rejected lines on standard error', async () => {
    const environment = toEnvironment(await newDatabaseLocation(engine), temporaryFolder());
    const file = join(temporaryFolder(), 'shop.jsonl');
    writeFileSync(file, books(3, [{ id: 9 }]));

    const first = await runSvc(environment, 'catalogue', 'load', file, '--json');
    const second = await runSvc(environment, 'catalogue', 'load', file, '--json');

    assert.equal(first.code, 0);
    assert.deepEqual(JSON.parse(first.stdout), { added: 3, changed: 0, unchanged: 0, refused: 1 });
    assert.equal(first.stderr, 'line 4: title is missing\n');
    assert.deepEqual(JSON.parse(second.stdout), { added: 0, changed: 0, unchanged: 3, refused: 1 });
  });

  it('completes a load that was killed', async () => {
    const count = 30_000;
    const address = await newDatabaseLocation(engine);
    const environment = toEnvironment(address, temporaryFolder());
    const file = join(temporaryFolder(), 'shop.jsonl');
    writeFileSync(file, books(count));
    const db = openDatabase(address);
    await migrate(db, () => new Date());
    const stored = async () => {
      const { found } = await db.query
        .selectFrom('books')
        .select((eb) => eb.fn.countAll<number>().as('found'))
        .executeTakeFirstOrThrow();
      return Number(found);
    };

    const load = spawn(process.execPath, ['server/cli.js', 'catalogue', 'load', file, '--json'], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: 'ignore',
    });
    const ended = once(load, 'exit');
    while ((await stored()) === 0) await nextTurn();
    load.kill('SIGKILL');
    const [, signal]: unknown[] = await ended;
    const storedCount = await stored();
    const second = await runSvc(environment, 'catalogue', 'load', file, '--json');

    assert.equal(signal, 'SIGKILL');
    assert.ok(
      storedCount > 0 && storedCount < count && storedCount % 500 === 0,
      `${storedCount} were stored`,
    );
    assert.deepEqual(JSON.parse(second.stdout), {
      added: count - storedCount,
      changed: 0,
      unchanged: storedCount,
      refused: 0,
    });
    const { identifiers } = await db.query
      .selectFrom('book_identifiers')
      .select((eb) => eb.fn.countAll<number>().as('identifiers'))
      .executeTakeFirstOrThrow();
    assert.deepEqual([await stored(), Number(identifiers)], [count, count]);
    await db.close();
  });
});

it('svc catalogue load prints the first twenty rejected records and the number of other rejected records', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'shop.jsonl');
  writeFileSync(file, jsonLines(...Array.from({ length: 23 }, (_, id) => ({ id }))) + books(2));

  const { stdout, code } = await runSvc(
    { SVC_DATA: folder, DATABASE_URL: '' },
    'catalogue',
    'load',
    file,
  );

  assert.equal(code, 0);
  const lines = stdout.trim().split('\n');
  assert.match(lines[1] ?? '', /^line 1 +title is missing$/);
  assert.match(lines[20] ?? '', /^line 20 /);
  assert.deepEqual(lines.slice(21), ['and 3 more', '2 added, 0 changed, 0 unchanged, 23 rejected']);
});

it('svc catalogue load exits with 1 if there is nothing to load, and with 2 for wrong usage', async () => {
  const folder = temporaryFolder();
  const environment = { SVC_DATA: folder, DATABASE_URL: '' };
  const file = join(folder, 'shop.jsonl');
  const mapping = join(folder, 'mapping.json');
  writeFileSync(file, jsonLines({ op: 'change', id: 1 }));
  writeFileSync(mapping, '{"no such field": "x"}');
  const svc = (...args: string[]) => runSvc(environment, 'catalogue', 'load', ...args);

  const missing = await svc(join(folder, 'missing.jsonl'), '--json');
  const withoutRecords = await svc(file);

  assert.deepEqual([missing.code, withoutRecords.code], [1, 1]);
  assert.deepEqual(JSON.parse(missing.stdout), { added: 0, changed: 0, unchanged: 0, refused: 0 });
  assert.match(missing.stderr, /The file does not exist/);
  assert.match(withoutRecords.stderr, /contains no book records/);
  for (const args of [
    [],
    [file, '--format', 'marc'],
    [file, '--map', join(folder, 'missing.json')],
    [file, '--map', mapping],
    [file, '--source', 'a/b'],
  ]) {
    assert.equal((await svc(...args)).code, 2, args.join(' '));
  }
});
