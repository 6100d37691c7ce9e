import { expect } from '@open-wc/testing';
import { textDirection } from '../../../src/i18n/text-direction.ts';

describe('the direction of a language', () => {
  for (const locale of [
    'ar',
    'ar-EG',
    'he',
    'fa',
    'ur',
    'yi',
    'ckb',
    'dv',
    'az-Arab',
    'pa-PK',
    'en-Arab-GB',
  ]) {
    it(`is right to left in ${locale}`, () => {
      expect(textDirection(locale)).to.equal('rtl');
    });
  }

  for (const locale of ['en', 'EN-gb', 'de', 'ja', 'zh-Hant', 'az', 'ar-Latn', '', 'no language']) {
    it(`is left to right in “${locale}”`, () => {
      expect(textDirection(locale)).to.equal('ltr');
    });
  }
});
