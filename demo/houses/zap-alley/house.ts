import type { House } from '../house.ts';
import { captainPuddle } from './book.ts';

const round =
  "'Baloo 2', 'Comic Neue', 'Chalkboard SE', 'Trebuchet MS', 'URW Gothic', 'Noto Sans', sans-serif";

/** A comics house: three flat colours, round corners, and the sample ends where it is most exciting. */
export const zapAlley: House = {
  id: 'zap-alley',
  name: 'Zap Alley',
  look: {
    currency: 'USD',
    locale: 'en-US',
    theme: {
      name: 'system',
      tokens: {
        '--svc-background': { light: '#ffd93b', dark: '#1b1446', sepia: '#ffe9a6' },
        '--svc-surface': { light: '#fff6d8', dark: '#2a2064', sepia: '#fff6dc' },
        '--svc-color': { light: '#15123a', dark: '#fff3c4', sepia: '#2b1d12' },
        '--svc-muted': { light: '#4b4168', dark: '#c9bff0', sepia: '#6b4f2a' },
        '--svc-line': { light: '#e8b90f', dark: '#453a8a', sepia: '#ecc873' },
        '--svc-accent': { light: '#a8124f', dark: '#ff9cc2', sepia: '#a3174a' },
        '--svc-selection': { light: '#ff9cc2', dark: '#6a2a6e', sepia: '#ffc48f' },
        '--svc-font-family': round,
        '--svc-ui-font-family': round,
        '--svc-radius': '22px',
      },
    },
  },
  terms: {
    price: { amount: '4.99', currency: 'USD' },
    access: { mode: 'sample', sections: [1, 2, 3, 4].map((page) => `OPS/page-${page}.xhtml`) },
  },
  book: captainPuddle,
};
