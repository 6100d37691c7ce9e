import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compilePublication } from '../../server/epub/compile-publication.ts';
import { makeCase } from './make-case.ts';
import { builtInBooks } from './built-in-books.ts';
import { openSamples } from './samples.ts';

describe('the cases of a fuzz run', () => {
  it('are reproducible by seed', async () => {
    const bytesOf = async (seed: number) => {
      const cases = [];
      for (let number = 1; number <= 20; number += 1) {
        cases.push((await makeCase(openSamples(true), seed, number)).epub.toString('latin1'));
      }
      return cases;
    };
    const first = await bytesOf(1);
    assert.deepEqual(await bytesOf(1), first);
    assert.notDeepEqual(await bytesOf(2), first);
  });

  it('apply only the selected mutations of their plan', async () => {
    const samples = openSamples(true);
    for (let number = 1; number <= 40; number += 1) {
      const { planned, steps } = await makeCase(samples, 1, number);
      assert.equal(steps.length, planned);
      for (let index = 0; index < planned; index += 1) {
        const { steps: selected } = await makeCase(samples, 1, number, new Set([index]));
        assert.equal(selected.length, 1);
      }
    }
  });

  for (const [name, make] of Object.entries(builtInBooks)) {
    it(`start from a valid book: ${name}`, async () => {
      const { sections } = await compilePublication(await make());
      assert.ok(sections.length > 0);
    });
  }
});
