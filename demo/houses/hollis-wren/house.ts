import type { House } from '../house.ts';
import { aYearOfSmallClocks } from './book.ts';

const serif =
  "'Hoefler Text', 'Iowan Old Style', P052, 'Palatino Linotype', Palatino, 'Noto Serif', Georgia, serif";

/** A literary house: warm paper, one serif, nothing that raises its voice. */
export const hollisWren: House = {
  id: 'hollis-wren',
  name: 'Hollis & Wren',
  look: {
    currency: 'EUR',
    theme: {
      name: 'system',
      tokens: {
        '--svc-background': { light: '#fbf6ec', dark: '#1d1916', sepia: '#f4e8d0' },
        '--svc-surface': { light: '#fffaf1', dark: '#28221e', sepia: '#faf0dc' },
        '--svc-color': { light: '#2d241d', dark: '#e3d7c5', sepia: '#3e2f21' },
        '--svc-muted': { light: '#6f6153', dark: '#a99b8a', sepia: '#6f5a43' },
        '--svc-line': { light: '#e5d9c6', dark: '#3c342d', sepia: '#e0cfae' },
        '--svc-accent': { light: '#8a3324', dark: '#e39c83', sepia: '#85371f' },
        '--svc-selection': { light: '#f0d9c4', dark: '#5a3a2d', sepia: '#e6c79a' },
        '--svc-font-family': serif,
        '--svc-ui-font-family': serif,
        '--svc-line-height': '1.6',
        '--svc-measure': '31',
        '--svc-radius': '3px',
      },
    },
  },
  terms: {
    price: { amount: '12.90', currency: 'EUR' },
    access: { mode: 'sample', share: 0.5 },
  },
  book: aYearOfSmallClocks,
};
