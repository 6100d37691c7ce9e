import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  clientPackage,
  elementManifest,
  elementPackage,
  serverPackage,
} from '../scripts/package-files.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = { version: '1.2.3', description: '', license: 'MIT', engines: { node: '>=24' } };

describe('the published packages', () => {
  it('pass publint and attw', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/pack.js', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });

    assert.equal(status, 0, `${stdout}${stderr}`);
  });

  it('import on a server without a DOM, as frameworks do to render a page', () => {
    const script = `
      for (const name of ['document', 'window', 'navigator', 'localStorage']) delete globalThis[name];
      const { SvcReader, tokens } = await import('./dist/index.js');
      await import('./dist/define.js');
      console.log(typeof SvcReader, typeof tokens);
    `;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { cwd: root, encoding: 'utf8' },
    );

    assert.equal(stdout, 'function object\n', stderr);
  });

  it('bind the users of the element to no version of Node and to no other package', () => {
    for (const one of [elementPackage(project), clientPackage(project)]) {
      for (const field of ['engines', 'dependencies', 'peerDependencies', 'scripts']) {
        assert.ok(!(field in one), `${one.name}: ${field}`);
      }
    }
  });

  it('describe the element by modules that exist in the package', () => {
    const paths = elementManifest().modules.map(({ path }: { path: string }) => path);

    assert.deepEqual([...paths].sort(), ['dist/define.js', 'dist/index.js']);
    for (const path of paths) assert.ok(existsSync(`${root}${path}`), path);
    assert.doesNotMatch(JSON.stringify(elementManifest()), /"\/?src\//);
  });

  it('describe each public member once, and no internal class', () => {
    const classes = elementManifest().modules.flatMap(
      ({ declarations }: { declarations: object[] }) => declarations,
    );
    const element = classes.find(({ name }: { name: string }) => name === 'SvcReader');
    const names = element.members.map(({ name }: { name: string }) => name);

    assert.deepEqual(element.superclass, { name: 'HTMLElement', package: 'global:' });
    for (const name of ['book', 'api', 'next', 'messages']) assert.ok(names.includes(name), name);
    for (const { name, description } of element.attributes) assert.ok(description, name);
    assert.equal(new Set(names).size, names.length);
    for (const internal of ['PendingReader', 'inheritedFrom', '"privacy"'])
      assert.ok(!JSON.stringify(classes).includes(internal), internal);
  });

  it('contain the documentation that the server serves', () => {
    const { files } = serverPackage({ ...project, dependencies: {} }, new Set());

    assert.ok(files.includes('docs') && files.includes('CHANGELOG.md'));
  });

  it('depend on the packages that they import, and on no others', () => {
    const dependencies = { fastify: '^5', lit: '^3' };

    assert.ok(!('dependencies' in elementPackage(project)));
    assert.deepEqual(
      serverPackage({ ...project, dependencies }, new Set(['fastify'])).dependencies,
      { fastify: '^5' },
    );
    assert.throws(
      () => serverPackage({ ...project, dependencies }, new Set(['undici'])),
      /The server imports undici/,
    );
  });
});
