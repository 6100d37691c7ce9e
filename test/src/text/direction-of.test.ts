import { expect } from '@open-wc/testing';
import { directionOf } from '../../../src/text/direction-of.ts';

describe('the direction of a language', () => {
  for (const locale of ['ar', 'ar-EG', 'he', 'fa', 'ur', 'yi', 'ckb', 'dv', 'az-Arab', 'pa-PK']) {
    it(`is from right to left in ${locale}`, () => {
      expect(directionOf(locale)).to.equal('rtl');
    });
  }

  for (const locale of ['en', 'de', 'ja', 'zh-Hant', 'az', 'ar-Latn', '', 'no language']) {
    it(`is from left to right in “${locale}”`, () => {
      expect(directionOf(locale)).to.equal('ltr');
    });
  }
});
