import { loadLanguage } from './i18n/translate.ts';

// The texts load before the first element renders.
await loadLanguage();
await import('./app/console-app.ts');
