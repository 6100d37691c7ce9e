import type { House } from '../house.ts';
import { theAudibleMargin } from './book.ts';

const serif =
  "'Source Serif 4', Charter, 'Bitstream Charter', Cambria, C059, 'Noto Serif', Georgia, serif";
const sans = "'Source Sans 3', 'Helvetica Neue', Arial, 'Nimbus Sans', 'Noto Sans', sans-serif";

/** An academic press: white paper, small type, long lines, a blue that is used for references alone. */
export const northmoor: House = {
  id: 'northmoor',
  name: 'Northmoor University Press',
  look: {
    currency: 'GBP',
    locale: 'en-GB',
    theme: {
      name: 'system',
      tokens: {
        '--svc-background': { light: '#ffffff', dark: '#11161c', sepia: '#f5efe2' },
        '--svc-surface': { light: '#f6f8fa', dark: '#1a212a', sepia: '#fbf6ea' },
        '--svc-color': { light: '#14212b', dark: '#d3dbe3', sepia: '#33291d' },
        '--svc-muted': { light: '#51606c', dark: '#95a3b0', sepia: '#665746' },
        '--svc-line': { light: '#d8dfe5', dark: '#2c3641', sepia: '#ddd0b8' },
        '--svc-accent': { light: '#0a4d80', dark: '#84bbe8', sepia: '#0f4a73' },
        '--svc-selection': { light: '#cfe3f3', dark: '#25465f', sepia: '#dfd3b4' },
        '--svc-font-family': serif,
        '--svc-ui-font-family': sans,
        '--svc-font-size': '16px',
        '--svc-line-height': '1.42',
        '--svc-measure': '38',
        '--svc-radius': '0px',
      },
    },
  },
  terms: {
    price: { amount: '38.00', currency: 'GBP' },
    access: { mode: 'sample', sections: ['OPS/introduction.xhtml'] },
  },
  book: theAudibleMargin,
};
