import { ConsoleApp } from './app/console-app.ts';
import { loadPage } from './app/pages.ts';
import { loadLanguage } from './i18n/translate.ts';

// The page's code, the session and the texts load at the same time. No element renders before it has its texts.
ConsoleApp.requestSession();
void loadPage(location.pathname);
await loadLanguage();
customElements.define('console-app', ConsoleApp);
