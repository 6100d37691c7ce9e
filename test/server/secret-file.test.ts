import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readConfig } from '../../server/config.ts';
import { readSecrets, writeSecrets } from '../../server/secret-file.ts';
import { temporaryFolder } from './harness.ts';

describe('the secret', () => {
  const inFile = { secret: null, secretFallbacks: [] };

  it('is created once, readable only by its owner, and shared by processes that start at the same time', () => {
    const dataFolder = join(temporaryFolder(), 'data');
    const first = readSecrets({ ...inFile, dataFolder }, randomBytes);
    const second = readSecrets({ ...inFile, dataFolder }, randomBytes);
    assert.equal(first[0].length, 43);
    assert.deepEqual(second, first);
    assert.equal(readFileSync(join(dataFolder, 'secret'), 'utf8'), first[0]);
    assert.equal(statSync(join(dataFolder, 'secret')).mode & 0o777, 0o600);
    assert.equal(statSync(dataFolder).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(dataFolder), ['secret']);
  });

  it('becomes unreadable for other users if an earlier release or a copy left it readable', () => {
    const dataFolder = temporaryFolder();
    writeFileSync(join(dataFolder, 'secret'), 'y'.repeat(43), { mode: 0o644 });
    assert.deepEqual(readSecrets({ ...inFile, dataFolder }, randomBytes), ['y'.repeat(43)]);
    assert.equal(statSync(join(dataFolder, 'secret')).mode & 0o777, 0o600);
  });

  it('is followed by the accepted secrets, from the file or the environment', () => {
    const dataFolder = temporaryFolder();
    writeSecrets(dataFolder, ['new', 'old'], randomBytes);
    assert.deepEqual(readSecrets({ ...inFile, dataFolder }, randomBytes), ['new', 'old']);
    assert.deepEqual(readdirSync(dataFolder), ['secret']);

    const { secret, secretFallbacks } = readConfig({
      SVC_SECRET: 'x'.repeat(32),
      SVC_SECRET_FALLBACKS: `${'y'.repeat(32)}, ${'z'.repeat(32)}`,
    });
    assert.deepEqual(
      readSecrets({ secret, secretFallbacks, dataFolder: '/nowhere' }, randomBytes),
      ['x', 'y', 'z'].map((letter) => letter.repeat(32)),
    );
  });
});
