import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { isIPv4, isIPv6 } from 'node:net';
import { describe, it } from 'node:test';
import { Failure } from '../../../server/failure.ts';
import { checkTarget, guardedLookup } from '../../../server/webhooks/target-guard.ts';
import { specialBounds } from './special-bounds.ts';

const strict = { allowLoopback: false };
const lenient = { allowLoopback: true };

function assertRefused(url: string, rules = strict): void {
  assert.throws(
    () => checkTarget(url, rules),
    (error) =>
      error instanceof Failure &&
      error.code === 'webhook_target_refused' &&
      error.status === 422 &&
      error.errors[0]?.pointer === '/url',
    `${url} is not refused`,
  );
}

/** Notations of an IPv4 address that URL parsers or network stacks accept. */
function spellingsOf(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const pairs = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  const flipped = bytes.map((byte) => (byte ^ 255).toString(16).padStart(2, '0')).join('');
  const wide = (text: string) =>
    text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
  return [
    address,
    `${address}.`,
    String(whole),
    `${whole}.`,
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0${whole.toString(8)}`,
    bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
    bytes.map((byte) => `0x${byte.toString(16)}`).join('.'),
    bytes.map((byte) => `000${byte.toString(8)}`).join('.'),
    `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    wide(address),
    address.replaceAll('.', '。'),
    address.replaceAll('.', '%2e'),
    [...address].map((sign) => `%${(sign.codePointAt(0) ?? 0).toString(16)}`).join(''),
    `[::ffff:${address}]`,
    `[::FFFF:${pairs}]`,
    `[0:0:0:0:0:ffff:${pairs}]`,
    `[::${address}]`,
    `[::${pairs}]`,
    `[::ffff:0:${pairs}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b::${pairs}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${pairs}::]`,
    `[2002:${pairs}::1]`,
    `[2001:0:${pairs}::]`,
    `[2001::${flipped.slice(0, 4)}:${flipped.slice(4)}]`,
    `[2001:0:808:808:0:ffff:${flipped.slice(0, 4)}:${flipped.slice(4)}]`,
  ];
}

/** Result of the lookup for a name with these addresses. */
function lookUp(addresses: string[], rules = strict, hostname = 'hook.example') {
  return new Promise<LookupAddress[]>((resolve, reject) => {
    guardedLookup(async () => addresses, rules)(hostname, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(Array.isArray(found) ? found : []);
    });
  });
}

describe('A webhook target', () => {
  it('is any public https address', () => {
    for (const url of [
      'https://example.com/hook?x=1',
      'https://example.com.',
      'https://example.com:443/',
      'https://example.com:8443/a/b',
      'https://bücher.example/',
      'https://8.8.8.8/',
      'https://[2606:4700::1111]:8443/',
      'https://[64:ff9b::8.8.8.8]/',
      'https://10.0.0.1.example.com/',
      'https://localhost.example.com/',
    ]) {
      checkTarget(url, strict);
      checkTarget(url, lenient);
    }
  });

  for (const [range, first, last] of specialBounds.filter((one) => isIPv4(one[1]))) {
    it(`is not an address in ${range}, in any notation`, () => {
      for (const spelling of [...spellingsOf(first), ...spellingsOf(last)]) {
        assertRefused(`https://${spelling}/hook`);
        assertRefused(`http://${spelling}/hook`);
      }
    });
  }

  it('may be a public IPv4 address in any notation', () => {
    const spellings = spellingsOf('8.8.4.4').filter((one) => !one.startsWith('['));
    for (const spelling of spellings) checkTarget(`https://${spelling}/hook`, strict);
    assert.equal(spellings.length, 17);
  });

  it('is not a special IPv6 address, in any notation', () => {
    const bounds = specialBounds.flatMap(([, first, last]) => [first, last]).filter(isIPv6);
    for (const address of bounds) {
      assertRefused(`https://[${address}]/hook`);
      assertRefused(`https://[${address.toUpperCase()}]:8443/hook`);
    }
    assert.ok(bounds.length > 50);
  });

  it('is not localhost', () => {
    for (const name of [
      'localhost',
      'LOCALHOST',
      'localhost.',
      'localhost..',
      'localhost...',
      'a.localhost',
      'a.b.localhost.',
      'ｌｏｃａｌｈｏｓｔ',
      'loc%61lhost',
      'localhost.localdomain',
      'ip6-localhost',
    ]) {
      assertRefused(`https://${name}/`);
      assertRefused(`http://${name}:8080/`);
    }
  });

  it('must be https', () => {
    for (const url of [
      'http://example.com/',
      'ftp://example.com/',
      'ws://example.com/',
      'file:///etc/passwd',
      'data:text/plain,x',
      'javascript:1',
      'gopher://example.com/',
      'unix:/run/x.sock',
      'example.com',
      '//example.com',
      '',
      ' ',
      'https://',
      'https:///',
      'https://a b/',
      'https://1.2.3.4.5/',
      'https://256.1.1.1/',
      'https://[::1%25lo]/',
      'https://a..b/',
    ]) {
      assertRefused(url);
      assertRefused(url, lenient);
    }
  });

  it('is repeated in the error, without credentials and query', () => {
    for (const [url, detail] of [
      ['nonsense', 'The URL must be absolute, such as https://shop.example/hook, got "nonsense".'],
      [
        'http://example.com/hook?key=1',
        'The URL must start with https://, got "http://example.com/hook".',
      ],
      ['ftp://me:word@example.com', 'The URL must start with https://, got "ftp://example.com".'],
      ['https://localhost/', 'The URL must not refer to this server, got the host "localhost".'],
      ['https://example.com/#part', 'The URL must not have a fragment, got "#part".'],
    ] as const) {
      assert.throws(() => checkTarget(url, strict), { message: detail });
    }
  });

  it('has neither credentials nor a fragment', () => {
    for (const url of [
      'https://user@example.com/',
      'https://user:word@example.com/',
      'https://:word@example.com',
      'https://example.com@8.8.8.8/',
      'https://example.com/#part',
      'https://example.com/#',
    ]) {
      assertRefused(url);
    }
  });

  it('has an allowed port', () => {
    for (const port of [0, 1, 22, 25, 53, 80, 110, 389, 444, 1023, 2049, 5060, 6000, 6667, 10080]) {
      assertRefused(`https://example.com:${port}/`);
    }
    for (const port of [443, 1024, 3000, 8080, 8443, 65_535]) {
      checkTarget(`https://example.com:${port}/`, strict);
    }
  });

  it('may be loopback with http, if that is allowed', () => {
    for (const host of ['localhost', '127.0.0.1', '127.1', '[::1]', '2130706433', 'a.localhost']) {
      checkTarget(`http://${host}:8080/`, lenient);
      checkTarget(`https://${host}:8443/`, lenient);
    }
    for (const host of ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::ffff:127.0.0.1]', '[::]']) {
      assertRefused(`https://${host}/`, lenient);
      assertRefused(`http://${host}/`, lenient);
    }
  });
});

describe('The guarded lookup of a host name', () => {
  it('returns the addresses that it checked', async () => {
    assert.deepEqual(await lookUp(['8.8.8.8', '2606:4700::1111']), [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('returns the first address if the socket requests one', async () => {
    const found = await new Promise((resolve) => {
      guardedLookup(async () => ['2606:4700::1111', '8.8.8.8'])('a.example', {}, (...all) =>
        resolve(all),
      );
    });
    assert.deepEqual(found, [null, '2606:4700::1111', 6]);
  });

  it('rejects a name if any of its addresses is special', async () => {
    for (const [, first, last] of specialBounds) {
      for (const address of [first, last]) {
        await assert.rejects(lookUp([address]), /not public/, address);
        await assert.rejects(lookUp(['8.8.8.8', '2600::1', address]), /not public/, address);
        await assert.rejects(lookUp([address, '8.8.8.8']), /not public/, address);
      }
    }
  });

  it('does not reveal the address', async () => {
    await assert.rejects(lookUp(['10.1.2.3']), (error: Error) => !error.message.includes('10.1'));
  });

  it('rejects invalid and empty results of the resolver', async () => {
    await assert.rejects(lookUp(['2130706433']), /not public/);
    await assert.rejects(lookUp(['']), /not public/);
    await assert.rejects(lookUp([]), /no address/);
  });

  it('rejects localhost without a query', async () => {
    await assert.rejects(lookUp(['8.8.8.8'], strict, 'localhost'), /not public \(loopback\)/);
    assert.deepEqual(await lookUp(['8.8.8.8'], lenient, 'x.localhost.'), [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  });

  it('allows only loopback addresses if loopback is allowed', async () => {
    assert.equal((await lookUp(['127.0.0.1', '::1'], lenient)).length, 2);
    await assert.rejects(lookUp(['127.0.0.1', '10.0.0.1'], lenient), /private use/);
    await assert.rejects(lookUp(['::ffff:127.0.0.1'], lenient), /IPv4-mapped/);
  });
});
