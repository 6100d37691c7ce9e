import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { preserveChunks } from '../scripts/preserve-chunks.js';

const dayMs = 24 * 60 * 60 * 1000;

it('keeps the chunks of earlier builds for a month after they were the newest', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'svc-chunks-')), 'svc-reader');
  const build = (files: string[], atMs: number): string[] => {
    const putBack = preserveChunks(folder, atMs);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const file of files) writeFileSync(join(folder, file), `${file} of ${atMs}`);
    putBack();
    return readdirSync(folder).filter((name) => name !== 'earlier.json');
  };
  const first = ['AAAAAAAA.js', 'AAAAAAAA.js.br', 'AAAAAAAA.js.map', 'SSSSSSSS.js'];

  assert.deepEqual(build(first, 0), first);
  // The build was current for two months, so it is kept from the day on which it was replaced.
  const second = build(['BBBBBBBB.js', 'SSSSSSSS.js'], 60 * dayMs);
  assert.deepEqual(second, ['AAAAAAAA.js', 'AAAAAAAA.js.br', 'BBBBBBBB.js', 'SSSSSSSS.js']);
  assert.equal(readFileSync(join(folder, 'SSSSSSSS.js'), 'utf8'), `SSSSSSSS.js of ${60 * dayMs}`);
  assert.equal(readFileSync(join(folder, 'AAAAAAAA.js'), 'utf8'), 'AAAAAAAA.js of 0');

  const third = build(['CCCCCCCC.js', 'SSSSSSSS.js'], 80 * dayMs);
  assert.ok(third.includes('AAAAAAAA.js') && third.includes('BBBBBBBB.js'));
  const fourth = build(['CCCCCCCC.js', 'SSSSSSSS.js'], 95 * dayMs);
  assert.deepEqual(fourth, ['BBBBBBBB.js', 'CCCCCCCC.js', 'SSSSSSSS.js']);
});
