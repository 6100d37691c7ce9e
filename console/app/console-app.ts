import { Router } from '@lit-labs/router';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { ConsoleAccount, Session } from '../../server/console/contract.ts';
import { get, signedOutEvent } from '../api/request.ts';
import { describeError, loadingView } from '../elements/task-view.ts';
import { isolate, t } from '../i18n/translate.ts';
import { type AccountPage, accountPages, isVisible, otherPages, pageUrl } from './pages.ts';
import { accountFrame } from './account-frame.ts';

/** The console: loads the session, routes URLs to pages, and shows the frame around them. */
export class ConsoleApp extends LitElement {
  static override properties = {
    session: { state: true },
    error: { state: true },
    isMenuOpen: { state: true },
  };

  /** Undefined while it loads, and null without a signed-in user. */
  declare session: Session | null | undefined;
  declare error: unknown;
  declare isMenuOpen: boolean;

  readonly #router = new Router(this, [
    ...accountPages.map((page) => ({
      path: pageUrl({ id: ':accountId' }, page.path),
      render: (params: Params) => this.#accountPage(page, params),
      enter: () => this.#enter(page.load),
    })),
    {
      path: '/console/sign-in',
      render: () => this.#signInPage(),
      enter: () => this.#enter(otherPages['sign-in']),
    },
    {
      path: '/console/join',
      render: () => html`<join-page @signed-in=${this.#onSignedIn}></join-page>`,
      enter: () => this.#enter(otherPages['join']),
    },
    {
      path: '/console/recover',
      render: () => html`<recover-page></recover-page>`,
      enter: () => this.#enter(otherPages['recover']),
    },
    {
      path: '/console/webhook-portal',
      render: () => html`<webhook-portal-page></webhook-portal-page>`,
      enter: () => this.#enter(otherPages['webhook-portal']),
    },
    {
      path: '/console/accounts',
      render: () => this.#operatorPage('accounts'),
      enter: () => this.#enter(otherPages['accounts']),
    },
    {
      path: '/console/system',
      render: () => this.#operatorPage('system'),
      enter: () => this.#enter(otherPages['system']),
    },
    {
      path: '/console/you',
      render: () => this.#userPage(),
      enter: () => this.#enter(otherPages['you']),
    },
    { path: '/console/', render: () => nothing, enter: () => this.#enterStart() },
    { path: '/console/*', render: () => this.#missing() },
  ]);

  /** Id of the account that was open last. Empty if none was. */
  #lastAccountId = '';
  /** Whether the person has not used the page since it was opened. */
  #isEntering = false;
  readonly #titles = new MutationObserver(() => this.#followTitle());
  readonly #onInput = () => {
    this.#isEntering = false;
  };

  constructor() {
    super();
    this.session = undefined;
    this.isMenuOpen = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#titles.observe(this, { childList: true, characterData: true, subtree: true });
    this.addEventListener('keydown', this.#onInput);
    this.addEventListener('pointerdown', this.#onInput);
    window.addEventListener(signedOutEvent, this.#onSignedOut);
    window.addEventListener('hashchange', openLinkAgain);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#titles.disconnect();
    window.removeEventListener(signedOutEvent, this.#onSignedOut);
    window.removeEventListener('hashchange', openLinkAgain);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override render(): unknown {
    if (this.error) {
      return html`<main class="state" role="alert">
        <h1>${t('state.failed')}</h1>
        <p>${describeError(this.error)}</p>
        <button type="button" @click=${() => location.reload()}>${t('state.retry')}</button>
      </main>`;
    }
    return this.#router.outlet() ?? loadingView();
  }

  /** Navigates to a page, like a link. */
  async #goTo(url: string): Promise<void> {
    history.pushState(null, '', url);
    await this.#router.goto(new URL(url, location.href).pathname);
  }

  async #enter(load: () => Promise<unknown>): Promise<boolean> {
    this.isMenuOpen = false;
    try {
      await Promise.all([load(), this.session === undefined ? this.#loadSession() : null]);
      this.error = null;
    } catch (error) {
      this.error = error;
    }
    this.#isEntering = true;
    return true;
  }

  #focusTitle(): void {
    const main = this.querySelector('main');
    const isInPage = main !== document.activeElement && main?.contains(document.activeElement);
    if (this.#isEntering && !isInPage) this.querySelector('h1')?.focus({ preventScroll: true });
  }

  /** Sets the document title to the page's title, which receives the focus when the page opens. */
  #followTitle(): void {
    const title = this.querySelector('h1');
    const text = title?.textContent?.trim();
    if (!title || !text) return;
    document.title = `${isolate(text)} · ${t('app.name')}`;
    // In the next frame, because focusing before the first layout would cause another one.
    if (this.#isEntering) requestAnimationFrame(() => this.#focusTitle());
  }

  async #loadSession(): Promise<void> {
    this.session = await get<Session | null>('/session');
  }

  async #enterStart(): Promise<boolean> {
    await this.#enter(async () => undefined);
    if (!this.error) queueMicrotask(() => void this.#goTo(this.#startUrl()));
    return true;
  }

  #startUrl(): string {
    if (!this.session) return '/console/sign-in';
    const { accounts, user } = this.session;
    const first = accounts.find(({ isSuspended }) => !isSuspended) ?? accounts[0];
    if (user.isOperator && accounts.length !== 1) return '/console/accounts';
    return first ? pageUrl(first, '') : '/console/you';
  }

  #accountPage(page: AccountPage, params: Params): TemplateResult {
    const { session } = this;
    if (!session) return this.#signInPage();
    const account = session.accounts.find(({ id }) => id === params.accountId);
    if (!account || !isVisible(page, account)) return this.#missing();
    if (account.isSuspended && account.role !== 'operator') {
      return this.#frame(session, null, '', suspended(account));
    }
    if (account.needsSecondFactor) {
      return this.#frame(session, account, page.parent ?? page.path, factorNeeded(account));
    }
    const content = page.render({ session, account, params });
    return this.#frame(session, account, page.parent ?? page.path, content);
  }

  #operatorPage(path: 'accounts' | 'system'): TemplateResult {
    const { session } = this;
    if (!session) return this.#signInPage();
    if (!session.user.isOperator) return this.#missing();
    const reload = () => this.#loadSession();
    const page =
      path === 'system'
        ? html`<system-page></system-page>`
        : html`<accounts-page .session=${session} @accounts-change=${reload}></accounts-page>`;
    return this.#frame(session, null, path, page);
  }

  #userPage(): TemplateResult {
    const { session } = this;
    if (!session) return this.#signInPage();
    const reload = () => this.#loadSession();
    const page = html`<you-page .session=${session} @accounts-change=${reload}></you-page>`;
    return this.#frame(session, null, 'you', page);
  }

  #frame(session: Session, account: ConsoleAccount | null, current: string, page: unknown) {
    if (account) this.#lastAccountId = account.id;
    const { accounts } = session;
    const isKnown = ({ id }: ConsoleAccount) => id === this.#lastAccountId || accounts.length === 1;
    return accountFrame({
      session,
      account: account ?? accounts.find(isKnown) ?? null,
      isOfAccount: account !== null,
      current,
      page,
      isMenuOpen: this.isMenuOpen,
      toggleMenu: () => (this.isMenuOpen = !this.isMenuOpen),
      goTo: (url) => void this.#goTo(url),
      onSignedOut: this.#onSignedOut,
    });
  }

  #signInPage(): TemplateResult {
    void otherPages['sign-in']();
    return html`<sign-in-page @signed-in=${this.#onSignedIn}></sign-in-page>`;
  }

  #missing(): TemplateResult {
    return html`<main class="state">
      <h1 tabindex="-1">${t('state.missing')}</h1>
      <p>${t('state.missingText')}</p>
      <a href="/console/">${t('state.toStart')}</a>
    </main>`;
  }

  /** Shows the page that required the session. */
  readonly #onSignedIn = async (): Promise<void> => {
    await this.#loadSession();
    const isEntry = /^\/console\/(?:sign-in|join)?$/.test(location.pathname);
    if (isEntry) await this.#goTo(this.#startUrl());
  };

  readonly #onSignedOut = (): void => {
    this.session = null;
    void this.#goTo('/console/sign-in');
  };
}

function suspended({ name }: ConsoleAccount): TemplateResult {
  return html`<div class="state">
    <h1 tabindex="-1" dir="auto">${name}</h1>
    <p>${t('error.suspended')}</p>
  </div>`;
}

function factorNeeded({ name }: ConsoleAccount): TemplateResult {
  return html`<div class="state">
    <h1 tabindex="-1">${t('factor.title', { account: name })}</h1>
    <p>${t('factor.text')}</p>
    <a class="button primary" href="/console/you">${t('factor.action')}</a>
  </div>`;
}

/** Opening a one-time link in a tab that already shows one changes only the fragment. */
function openLinkAgain(): void {
  if (/^\/console\/(?:join|recover|webhook-portal)$/.test(location.pathname)) location.reload();
}

type Params = Record<string, string | undefined>;
