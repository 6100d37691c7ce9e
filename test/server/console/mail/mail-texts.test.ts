import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { findMailLanguage, mailLanguages } from '../../../../server/console/mail/language.ts';
import {
  accountDeletedMail,
  emailChangedMail,
  emailConfirmationMail,
  invitationMail,
  readMailCatalog,
  recoveryMail,
  securityMail,
} from '../../../../server/console/mail/mail-texts.ts';

const link = {
  url: 'https://books.example/console/join#token',
  expiresAt: '2026-11-30T12:00:00.000Z',
};

/** Names of the arguments in a message. */
function argumentsOf(text: string): string[] {
  return parse(text)
    .flatMap((part) => (part.type === TYPE.argument ? part.value : []))
    .sort();
}

describe('the email of the console', () => {
  const english = readMailCatalog('en');

  for (const language of mailLanguages) {
    it(`is complete in ${language}, with the links on their own lines`, () => {
      const catalog = readMailCatalog(language);
      for (const [key, text] of Object.entries(catalog)) {
        const expected = Object.entries(english).find(([name]) => name === key)?.[1] ?? '';
        assert.deepEqual(argumentsOf(text), argumentsOf(expected), key);
        if (language !== 'en') assert.notEqual(text, expected, key);
      }
      const mails = [
        invitationMail(language, 'Acme', link),
        invitationMail(language, null, link),
        recoveryMail(language, link),
        emailConfirmationMail(language, link),
        emailChangedMail(language, 'new@example.com', link),
      ];
      for (const { subject, text } of mails) {
        assert.ok(text.split('\n').includes(link.url));
        assert.match(text, /2026|٢٠٢٦/);
        assert.doesNotMatch(subject + text, /[{}]/);
      }
      const { text } = securityMail(language, 'passkeyAdded', 'Ada’s\r\nkey', link.url);
      assert.match(text, /Ada’s key/, 'line breaks cannot fake further text');
    });
  }

  it('keeps names apart from right-to-left text', () => {
    const { subject, text } = invitationMail('he', 'Acme', link);
    assert.ok(subject.includes('\u2068Acme\u2069'));
    assert.ok(text.includes('\u2068books.example\u2069'));
    assert.ok(!invitationMail('de', 'Acme', link).text.includes('\u2068'));
  });

  for (const language of mailLanguages) {
    it(`has the same lines in ${language}, whatever the names are`, () => {
      const write = (name: string) => [
        invitationMail(language, name, link),
        accountDeletedMail(language, { account: name, email: name }, link.url),
        emailChangedMail(language, name, link),
        securityMail(language, 'passkeyAdded', name, link.url),
      ];
      const plain = write('Acme');
      for (const name of [
        'Acme\r\nBcc: all@example.com\r\n\r\nPay here:',
        'Acme\u2028https://evil.example/',
        '\u202eemcA\u2066\u2069\u2069',
        'ספרים\u202e',
        `${'W'.repeat(100)}👩‍💻`,
      ]) {
        for (const [index, { subject, text }] of write(name).entries()) {
          assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}]/u);
          const lines = (one: string) => one.split(/[\r\n\u2028\u2029]/).length;
          assert.equal(lines(text), lines(plain[index]?.text ?? ''), name);
          for (const part of [subject, text]) {
            assert.doesNotMatch(part, /[\u202a-\u202e\u2066\u2067]/);
            const count = (sign: string) => part.split(sign).length;
            assert.equal(count('\u2068'), count('\u2069'), 'isolates end');
          }
        }
      }
    });
  }

  it('finds the language of a browser', () => {
    const cases: [string | undefined, string | null][] = [
      ['de-AT,de;q=0.9,en;q=0.8', 'de'],
      ['en;q=0.2, fr;q=0.9', 'fr'],
      ['zh-TW', 'zh-Hant'],
      ['zh-Hant-HK', 'zh-Hant'],
      ['zh-CN', 'zh'],
      ['iw', 'he'],
      ['pt-PT', 'pt'],
      ['tlh, *;q=0.1', null],
      ['-;;,==', null],
      ['', null],
      [undefined, null],
    ];
    for (const [header, expected] of cases)
      assert.equal(findMailLanguage(header), expected, header);
  });
});
