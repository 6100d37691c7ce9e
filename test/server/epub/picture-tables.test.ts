import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPng } from './fixtures/build-epub.ts';
import { bodyOf, classesOf, compileChapter } from './fixtures/compile-fixture.ts';

describe('tables that draw a picture', () => {
  const table = (rows: number, cells: readonly string[]) => {
    const row = `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    return `<table>${row.repeat(rows)}</table>`;
  };
  const files = { 'tile.png': buildPng(32, 32), 'picture.png': buildPng(300, 200) };
  const whole = async (body: string) => {
    const section = await compileChapter(`<p>One</p>${body}`, { files });
    const name = /\.(svc-s\d+)\)\{break-inside:avoid\}/.exec(section.css)?.[1] ?? '-';
    const [first = ''] = classesOf(bodyOf(section).filter(([tag]) => tag === 'table'));
    return first.split(' ').includes(name);
  };

  it('are kept on one page', async () => {
    assert.ok(await whole(table(8, ['8', '♜', '', '♝', '♛', '♚', '', '', ''])));
    assert.ok(
      await whole(
        table(
          24,
          Array.from({ length: 24 }, () => ''),
        ),
      ),
    );
    const tile = '<img src="tile.png" alt=""/>';
    assert.ok(await whole(table(8, [tile, tile, tile, tile, tile, tile, tile, tile])));
    assert.ok(await whole(table(5, ['Row', '', 'x', '', 'x', '', '', '', 'x'])));
  });

  it('are not tables of words, numbers or large pictures, and not small or long ones', async () => {
    assert.ok(!(await whole(table(8, ['1871', '2.5', '311', '8']))));
    assert.ok(!(await whole(table(8, ['Anna', 'Bo', 'C', 'D']))));
    assert.ok(!(await whole(table(2, ['', '', '', '']))));
    assert.ok(!(await whole(table(8, ['', '']))));
    assert.ok(!(await whole(table(40, ['T', 'F', 'T', 'F']))));
    const picture = '<img src="picture.png" alt=""/>';
    assert.ok(!(await whole(table(8, [picture, picture, picture, picture]))));
  });
});
