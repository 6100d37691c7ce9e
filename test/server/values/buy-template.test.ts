import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import {
  purchaseUrlError,
  buyTemplateError,
  buyTemplateReason,
  fillBuyTemplate,
} from '../../../server/values/buy-template.ts';
import { buyPlaceholders } from '../../../shared/buy-placeholders.ts';

const strict = { allowLoopback: false };

describe('purchase URL template', () => {
  it('accepts https URLs with known placeholders after the host', () => {
    for (const template of [
      'https://shop.example',
      'https://shop.example/{isbn}?ref={affiliate}&click={clickId}',
      'https://shop.example:8443/a/{bookId}#{locale}',
      'https://bücher.example/?{isbn}',
    ]) {
      assert.equal(buyTemplateError(template, strict), null, template);
    }
  });

  it('names the rule that a template violates', () => {
    const reasonOf = {
      'shop.example/{isbn}': 'url',
      'javascript:alert({isbn})': 'url',
      'http://shop.example/{isbn}': 'https',
      'https://shop.example/{order}': 'placeholder',
      'https://shop.example/{isbn': 'placeholder',
      'https://{isbn}.example/': 'placeholder',
    };
    for (const [template, reason] of Object.entries(reasonOf)) {
      assert.notEqual(buyTemplateError(template, strict), null);
      assert.equal(buyTemplateReason(template), reason, template);
    }
  });

  it('rejects everything else', () => {
    for (const template of [
      'javascript:alert(1)',
      'JAVASCRIPT:alert({isbn})',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>',
      'http://shop.example/',
      'ftp://shop.example/',
      '//shop.example/',
      '/buy/{isbn}',
      'shop.example',
      'https://',
      'https:///shop.example',
      'https:\\\\shop.example',
      'https://shop.example\\@evil.example/',
      'https://{affiliate}.example/',
      'https://shop.example{isbn}/',
      'https://{isbn}',
      'https://shop.example:{isbn}/',
      'https://user@shop.example/',
      'https://user:word@shop.example/',
      'https://shop.example/{price}',
      'https://shop.example/{__proto__}',
      'https://shop.example/{constructor}',
      'https://shop.example/{}',
      'https://shop.example/{isbn',
      'https://shop.example/isbn}',
      'https://shop.example/{{isbn}}',
      'https://shop.example/"onclick="x',
      'https://shop.example/<b>',
      'https://shop.example/a b',
      'https://shop.example/\u0000',
      'https://localhost/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://a.localhost/',
      '',
    ]) {
      assert.notEqual(buyTemplateError(template, strict), null, template);
    }
  });

  it('accepts loopback addresses, including over http, if the rules allow them', () => {
    for (const address of [
      'http://127.0.0.1:80/{isbn}',
      'http://shop.localhost/',
      'https://[::1]/',
    ]) {
      assert.equal(buyTemplateError(address, { allowLoopback: true }), null, address);
    }
    assert.notEqual(purchaseUrlError('http://shop.example/', { allowLoopback: true }), null);
  });

  it('keeps its host, regardless of the values filled in', () => {
    const template = `https://shop.example/${buyPlaceholders.map((name) => `{${name}}`).join('/')}?a={sub}&b={isbn}#{campaign}`;
    const bare = fillBuyTemplate(template, {});
    assert.equal(bare, 'https://shop.example/////////?a=&b=#');
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 9, maxLength: 9 }),
        (all) => {
          const values = Object.fromEntries(
            buyPlaceholders.map((name, index) => [name, all[index] ?? '']),
          );
          const url = new URL(fillBuyTemplate(template, values));
          assert.equal(url.origin, 'https://shop.example');
          assert.equal(url.pathname.split('/').length, 10);
          assert.deepEqual([...url.searchParams.keys()], ['a', 'b']);
        },
      ),
      { seed: 1, examples: [[Array.from({ length: 9 }, () => '..')]] },
    );
  });
});
