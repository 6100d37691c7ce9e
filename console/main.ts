import { getEarly } from './api/request.ts';
import { ConsoleApp } from './app/console-app.ts';
import { firstDataPath, loadPage } from './app/pages.ts';
import { loadLanguage } from './i18n/translate.ts';

// Loads the page's code, the session, the messages and the first data in parallel. Elements render
// only after the messages are loaded.
for (const path of ['/session', firstDataPath(location.pathname)]) if (path) getEarly(path);
void loadPage(location.pathname);
await loadLanguage();
customElements.define('console-app', ConsoleApp);
