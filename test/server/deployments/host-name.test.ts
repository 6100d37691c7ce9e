import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { asciiHost, parseHost } from '../../../server/deployments/host-name.ts';

const rules = { publicHost: 'svc.example.com', allowLoopback: false };

describe('host name', () => {
  it('is normalized', () => {
    for (const [text, host] of [
      ['books.example.com', 'books.example.com'],
      [' BOOKS.Example.COM. ', 'books.example.com'],
      ['bücher.example', 'xn--bcher-kva.example'],
      ['BÜCHER。example', 'xn--bcher-kva.example'],
      ['ｂｏｏｋｓ.example', 'books.example'],
      ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
      ['a-b.c1.example', 'a-b.c1.example'],
    ] as const) {
      assert.deepEqual(parseHost(text, rules), { host }, text);
    }
  });

  it('is repeated in the error', () => {
    const errorOf = (text: string) => {
      const parsed = parseHost(text, rules);
      return 'error' in parsed ? parsed.error : '';
    };
    assert.equal(
      errorOf('books.example.com:443'),
      'Must be a domain name, such as books.example.com, got "books.example.com:443".',
    );
    assert.equal(errorOf('127.1'), 'Must be a domain name, not an IP address, got "127.1".');
    assert.match(errorOf('example'), /but example has only one label/);
    assert.match(errorOf(`${'a'.repeat(5000)}.example`), /got "a{79}…\.$/);
  });

  it('must have at least two labels and not be a local name', () => {
    for (const text of [
      '',
      '.',
      'example',
      'localhost',
      'a.localhost',
      'a..example',
      '.example.com',
      'a_b.example',
      '-a.example',
      'a-.example',
      '*.example.com',
      'https://books.example.com',
      'books.example.com:443',
      'books.example.com/path',
      'user@books.example.com',
      'books.example.com?x',
      'books.example.com#x',
      'books example.com',
      'books.example.com\0',
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '10.0.0.1.',
      '１０.0.0.1',
      '[::1]',
      '::1',
      'example.123',
      'svc.example.com',
      'SVC.example.com.',
      `${'a'.repeat(64)}.example`,
      `${'a.'.repeat(120)}example`,
      '\ud800.example',
    ]) {
      assert.ok('error' in parseHost(text, rules), text);
    }
  });

  it('can be below localhost if the rules allow it', () => {
    const lenient = { ...rules, allowLoopback: true };
    assert.deepEqual(parseHost('one.localhost', lenient), { host: 'one.localhost' });
    assert.ok('error' in parseHost('localhost', lenient));
  });

  it('leaves room for the prefix of its TXT record', () => {
    const longest = `${'abc.'.repeat(58)}examples`;
    assert.equal(longest.length, 240);
    assert.equal(asciiHost(longest), longest);
    assert.equal(asciiHost(`a${longest}`), null);
  });
});
