import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { ConsoleAccount, Session } from '../../server/console/contract.ts';
import { change } from '../api/request.ts';
import { currentLanguage, languages, selectLanguage, t } from '../i18n/translate.ts';
import { accountPages, isVisible, pageUrl } from './pages.ts';

export interface AccountFrame {
  session: Session;
  /** The account of the page, or the one that was open before. Null if none was open. */
  account: ConsoleAccount | null;
  /** Whether the page belongs to the account. */
  isOfAccount: boolean;
  /** Path of the current page. */
  current: string;
  page: unknown;
  isMenuOpen: boolean;
  toggleMenu: () => void;
  goTo: (url: string) => void;
  onSignedOut: () => void;
}

/** The navigation around a page. On narrow screens, a button opens it. */
export function accountFrame(frame: AccountFrame): TemplateResult {
  const { session, account, isOfAccount, current, page, isMenuOpen, toggleMenu } = frame;
  return html`<a class="skip" href="#main" @click=${skipToMain}>${t('nav.skip')}</a>
    <div class="frame">
      <header class="top">
        <a class="brand" href="/console/">${t('app.name')}</a>
        <button
          type="button"
          class="menu-button"
          aria-expanded=${isMenuOpen}
          aria-controls="nav"
          @click=${toggleMenu}
        >
          ${t('nav.menu')}
        </button>
      </header>
      <nav id="nav" class=${isMenuOpen ? 'open' : ''} aria-label=${t('nav.label')}>
        <a class="brand" href="/console/">${t('app.name')}</a>
        ${accountSwitcher(frame)}
        ${
          account
            ? html`<ul>
                ${accountPages
                  .filter((one) => one.parent === undefined && isVisible(one, account))
                  .map((one) =>
                    navLink(pageUrl(account, one.path), t(one.title), one.path === current),
                  )}
              </ul>`
            : nothing
        }
        <ul class="end">
          ${
            session.user.isOperator
              ? [
                  navLink('/console/accounts', t('accounts.title'), current === 'accounts'),
                  navLink('/console/system', t('system.title'), current === 'system'),
                ]
              : nothing
          }
          ${navLink('/console/you', session.user.name, current === 'you')}
          <li>
            <button type="button" class="quiet" @click=${signOut(frame)}>
              ${t('nav.signOut')}
            </button>
          </li>
          <li>${languageSelect()}</li>
        </ul>
      </nav>
      <main id="main" tabindex="-1">
        ${isOfAccount && account?.isSample ? html`<p class="sample" role="note">${t('app.sample')}</p>` : nothing}
        ${page}
      </main>
    </div>`;
}

function navLink(url: string, label: string, isCurrent: boolean): TemplateResult {
  return html`<li>
    <a href=${url} aria-current=${isCurrent ? 'page' : nothing}><bdi>${label}</bdi></a>
  </li>`;
}

function accountSwitcher({ session, account, goTo }: AccountFrame): unknown {
  const { accounts } = session;
  if (accounts.length < 2) {
    return accounts[0] ? html`<p class="account-name"><bdi>${accounts[0].name}</bdi></p>` : nothing;
  }
  const choose = (event: Event) => {
    const found = accounts.find(({ id }) => id === valueOf(event));
    if (found) goTo(pageUrl(found, ''));
  };
  return html`<label class="switcher">
    <span>${t('nav.account')}</span>
    <select @change=${choose} .value=${live(account?.id ?? '')}>
      ${account ? nothing : html`<option value="" selected>${t('nav.chooseAccount')}</option>`}
      ${accounts.map(
        ({ id, name }) =>
          html`<option value=${id} dir="auto" ?selected=${id === account?.id}>${name}</option>`,
      )}
    </select>
  </label>`;
}

/** Selects the language of this browser. */
export function languageSelect(): TemplateResult {
  const choose = (event: Event) => void changeLanguage(valueOf(event));
  return html`<select class="language" aria-label=${t('nav.language')} @change=${choose}>
    ${Object.entries(languages).map(
      ([tag, { name }]) =>
        html`<option value=${tag} lang=${tag} ?selected=${tag === currentLanguage()}>
          ${name}
        </option>`,
    )}
  </select>`;
}

/** Rerenders all elements instead of reloading the page, so that typed text is kept. */
async function changeLanguage(tag: string): Promise<void> {
  await selectLanguage(tag);
  for (const element of document.querySelectorAll('*')) {
    if (element instanceof LitElement) element.requestUpdate();
  }
}

function signOut({ onSignedOut }: AccountFrame) {
  return async (): Promise<void> => {
    await change('DELETE', '/session');
    onSignedOut();
  };
}

/** Otherwise, the router would load the page again. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>('#main')?.focus();
}

function valueOf({ target }: Event): string {
  return target instanceof HTMLSelectElement ? target.value : '';
}
