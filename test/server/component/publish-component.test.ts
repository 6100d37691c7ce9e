import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { publishComponent } from '../../../server/component/publish-component.ts';
import { componentStore } from '../../../server/component/store.ts';
import { prune } from '../../../server/retention/prune.ts';
import { rawRequest } from '../raw-request.ts';
import { forEachEngine, temporaryFolder, testApi } from '../harness.ts';

/** Writes a build whose entry loads a chunk, which imports the entry. */
function build(folder: string, name: string, more: Record<string, string> = {}): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'svc-reader'), { recursive: true });
  const files = {
    'svc-reader.js': `export const a=1;import(\`./svc-reader/${name}.js\`);\n//# sourceMappingURL=svc-reader.js.map`,
    [`svc-reader/${name}.js`]: `import{a}from"../svc-reader.js";import"./shared${name}.js";`,
    [`svc-reader/shared${name}.js`]: 'export{};',
    ...more,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
}

forEachEngine('the published scripts', (engine) => {
  it('stay available under their URLs regardless of later deployments', async () => {
    const folder = temporaryFolder();
    build(folder, 'First');
    const api = await testApi(engine, { componentFolder: folder });
    const store = componentStore(api.db, api.clock.now);
    const get = async (path: string, accepted = 'br') => {
      const { status, headers, body } = await rawRequest(api.url + path, {
        headers: { 'Accept-Encoding': accepted },
      });
      return { status, headers, text: body.toString() };
    };
    const plain = (path: string) => get(path, 'identity');

    assert.equal(await publishComponent(store, { folder, version: '1.2.3' }), true);
    const script = await plain('/svc-reader@1.2.3.js');
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(script.text, 'export const a=1;import(`./svc-reader@1.2.3/First.js`);\n');
    assert.equal(
      (await plain('/svc-reader@1.2.3/First.js')).text,
      'import{a}from"../svc-reader@1.2.3.js";import"./sharedFirst.js";',
    );
    assert.equal((await get('/svc-reader@1.2.3.js')).headers['content-encoding'], 'br');

    // The next deployment starts with an empty folder. The one after that accidentally reuses the
    // version.
    build(folder, 'Second');
    assert.equal(await publishComponent(store, { folder, version: '1.3.0' }), true);
    api.clock.advance(60);
    build(folder, 'Third');
    assert.equal(await publishComponent(store, { folder, version: '1.3.0' }), false);
    for (const path of [
      '/svc-reader/First.js',
      '/svc-reader/sharedFirst.js',
      '/svc-reader/Second.js',
      '/svc-reader/Third.js',
      '/svc-reader@1.2.3/sharedFirst.js',
      '/svc-reader@1.3.0/Second.js',
    ]) {
      const { status, headers } = await plain(path);
      assert.equal(status, 200, path);
      assert.match(String(headers['content-type']), /javascript/);
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    }
    assert.match((await plain('/svc-reader@1.3.0.js')).text, /Second/);
    for (const path of ['/svc-reader@9.9.9.js', '/svc-reader@1.3.0/Third.js', '/svc-reader@x']) {
      const { status, headers } = await plain(path);
      assert.deepEqual([status, headers['cache-control']], [404, 'no-store'], path);
    }

    const list = JSON.parse((await plain('/svc-reader.json')).text);
    assert.deepEqual(
      list.data.map(({ version }: { version: string }) => version),
      ['1.3.0', '1.2.3'],
    );
    const digest = createHash('sha384').update(script.text).digest('base64');
    assert.equal(list.data[1].integrity, `sha384-${digest}`);
    assert.equal(list.data[1].path, '/svc-reader@1.2.3.js');
  });

  it('are kept for a year after the last build that contained them, and versions forever', async () => {
    const folder = temporaryFolder();
    const api = await testApi(engine, { componentFolder: folder });
    const store = componentStore(api.db, api.clock.now);
    const daySeconds = 24 * 60 * 60;
    const deploy = (name: string, version: string) => {
      build(folder, name);
      return publishComponent(store, { folder, version });
    };
    const pruneNow = () =>
      prune({
        db: api.db,
        now: api.clock.now(),
        eventRetentionDays: 30,
        pause: async () => undefined,
      });
    const has = async (path: string) => (await store.find(path)) !== null;
    await deploy('First', '1.0.0');
    // It was the current build for two years.
    api.clock.advance(730 * daySeconds);
    await deploy('Second', '1.1.0');
    api.clock.advance(364 * daySeconds);
    await pruneNow();
    assert.equal(await has('svc-reader/First.js'), true);
    // A roll-back makes it current again.
    await deploy('First', '1.0.0');
    api.clock.advance(2 * daySeconds);
    await pruneNow();
    assert.equal(await has('svc-reader/First.js'), true);
    await deploy('Second', '1.1.0');
    api.clock.advance(366 * daySeconds);
    await pruneNow();

    assert.equal(await has('svc-reader/First.js'), false);
    assert.equal(await has('svc-reader/Second.js'), true);
    assert.equal(await has('svc-reader@1.0.0.js'), true);
    assert.equal(await has('svc-reader@1.0.0/First.js'), true);
  });
});
