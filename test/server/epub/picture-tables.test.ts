import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bodyOf, classesOf, compileChapter } from './fixtures/compile-fixture.ts';

describe('tables that draw a picture', () => {
  const table = (rows: number, cells: readonly string[]) => {
    const row = `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    return `<table>${row.repeat(rows)}</table>`;
  };
  const whole = async (body: string) => {
    const section = await compileChapter(`<p>One</p>${body}`);
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
    assert.ok(await whole(table(5, ['Row', '', 'x', '', 'x', '', '', '', 'x'])));
  });

  it('are not tables of words or numbers, or of few cells', async () => {
    assert.ok(!(await whole(table(8, ['1871', '2.5', '311', '8']))));
    assert.ok(!(await whole(table(8, ['Anna', 'Bo', 'C', 'D']))));
    assert.ok(!(await whole(table(2, ['', '', '', '']))));
    assert.ok(!(await whole(table(8, ['', '']))));
  });
});
