import { ConsoleApp } from './app/console-app.ts';
import { loadPage } from './app/pages.ts';
import { loadLanguage } from './i18n/translate.ts';

// Loads the page's code, the session and the texts in parallel. Elements render only after their
// texts are loaded.
ConsoleApp.requestSession();
void loadPage(location.pathname);
await loadLanguage();
customElements.define('console-app', ConsoleApp);
