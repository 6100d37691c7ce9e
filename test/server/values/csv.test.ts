import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import { csvLines } from '../../../server/values/csv.ts';

describe('lines of CSV files', () => {
  it('never begin a cell with a formula, also if a spreadsheet separates cells by semicolons', () => {
    const texts = [
      '=1+1',
      '+1+cmd|/c calc!A1',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '＝1+1',
      'Title;=HYPERLINK("https://evil.example")',
      'Title\r\n=1+1',
      'a;;@SUM(A1)',
    ];
    for (const text of texts) {
      const [[cell = ''] = []] = parse(csvLines([[text]]));
      assert.doesNotMatch(cell, /(?:^|[;\t\r\n])[=+\-@＝\t\r\n](?!\d*$)/, JSON.stringify(text));
      assert.equal(cell.replaceAll("'", ''), text.replaceAll("'", ''));
    }
  });

  it('keep numbers, ordinary text and quotes as they are', () => {
    const row = ['-12.50', '+3', 'Moby-Dick; or, The Whale', 'a "b", c', '', '2026-11-24'];
    assert.deepEqual(parse(csvLines([row])), [row]);
    assert.equal(csvLines([[1, null, -2.5]]), '1,,-2.5\r\n');
  });
});
