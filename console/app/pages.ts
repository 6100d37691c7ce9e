import { html, type TemplateResult } from 'lit';
import type { AccountRole, ConsoleAccount, Session } from '../../server/console/contract.ts';
import type { MessageKey } from '../i18n/translate.ts';

/** The values that a page receives. */
export interface PageContext {
  session: Session;
  account: ConsoleAccount;
  /** Parameters in the path, such as the id of a book. */
  params: Readonly<Record<string, string | undefined>>;
}

/** A page of an account, at `/console/a/{accountId}/{path}`. */
export interface AccountPage {
  /** Path below the account's. Empty for the home page. */
  path: string;
  /** Path of the page that the navigation highlights instead of this page, which has no link. */
  parent?: string;
  /** Title of the page and of its link in the navigation. */
  title: MessageKey;
  /**
   * Roles that can see the page. Operators can see all pages. Must match
   * `server/console/route-access.ts`.
   */
  roles: readonly AccountRole[] | 'operator';
  /** Loads the page's element when it is opened. */
  load: () => Promise<unknown>;
  /** API path, below the account's, of the data that the page shows first. */
  firstData?: string;
  render: (context: PageContext) => TemplateResult;
}

const team = ['owner', 'developer', 'editor', 'analyst'] as const;
const everyone = ['owner', 'developer', 'editor', 'analyst', 'partner'] as const;

/** The account's pages in the order of the navigation. */
export const accountPages: readonly AccountPage[] = [
  {
    path: '',
    title: 'home.title',
    roles: everyone,
    load: () => import('../pages/home-page.ts'),
    firstData: '/home',
    render: ({ session, account }) =>
      account.role === 'partner'
        ? partnerHome(session, account)
        : html`<home-page .session=${session} .account=${account}></home-page>`,
  },
  {
    path: 'books',
    title: 'books.title',
    roles: team,
    load: () => import('../pages/books-page.ts'),
    render: ({ session, account }) =>
      html`<books-page .session=${session} .account=${account}></books-page>`,
  },
  {
    path: 'books/:bookId',
    parent: 'books',
    title: 'books.title',
    roles: team,
    load: () => import('../pages/book-page.ts'),
    render: ({ session, account, params }) =>
      html`<book-page
        .session=${session}
        .account=${account}
        .bookId=${params.bookId ?? ''}
      ></book-page>`,
  },
  {
    path: 'prices',
    parent: 'books',
    title: 'prices.title',
    roles: ['owner', 'editor'],
    load: () => import('../pages/prices-page.ts'),
    render: ({ session, account }) =>
      html`<prices-page .session=${session} .account=${account}></prices-page>`,
  },
  {
    path: 'books/:bookId/chapters',
    parent: 'books',
    title: 'chapters.title',
    roles: team,
    load: () => import('../pages/chapters-page.ts'),
    render: ({ session, account, params }) =>
      html`<chapters-page
        .session=${session}
        .account=${account}
        .bookId=${params.bookId ?? ''}
      ></chapters-page>`,
  },
  {
    path: 'embed-code',
    title: 'embed.title',
    roles: team,
    load: () => import('../pages/embed-page.ts'),
    render: ({ session, account }) =>
      html`<embed-page .session=${session} .account=${account}></embed-page>`,
  },
  {
    path: 'analytics',
    title: 'analytics.title',
    roles: ['owner', 'editor', 'analyst'],
    load: () => import('../pages/analytics-page.ts'),
    render: ({ session, account }) =>
      html`<analytics-page .session=${session} .account=${account}></analytics-page>`,
  },
  {
    path: 'appearance',
    title: 'appearance.title',
    roles: ['owner', 'developer', 'editor'],
    load: () => import('../pages/appearance-page.ts'),
    render: ({ session, account }) =>
      html`<appearance-page .session=${session} .account=${account}></appearance-page>`,
  },
  {
    path: 'appearance/:deploymentId',
    parent: 'appearance',
    title: 'appearance.title',
    roles: ['owner', 'developer', 'editor'],
    load: () => import('../pages/deployment-page.ts'),
    render: ({ session, account, params }) =>
      html`<deployment-page
        .session=${session}
        .account=${account}
        .deploymentId=${params.deploymentId ?? ''}
      ></deployment-page>`,
  },
  {
    path: 'sales',
    title: 'sales.title',
    roles: ['owner', 'analyst'],
    load: () => import('../pages/sales-page.ts'),
    render: ({ session, account }) =>
      html`<sales-page .session=${session} .account=${account}></sales-page>`,
  },
  {
    path: 'affiliates',
    title: 'affiliates.title',
    roles: ['owner', 'analyst'],
    load: () => import('../pages/affiliates-page.ts'),
    render: ({ session, account }) =>
      html`<affiliates-page .session=${session} .account=${account}></affiliates-page>`,
  },
  {
    path: 'affiliates/:affiliateId',
    parent: 'affiliates',
    title: 'affiliates.title',
    roles: ['owner', 'analyst'],
    load: () => import('../pages/affiliate-page.ts'),
    render: ({ session, account, params }) =>
      html`<affiliate-page
        .session=${session}
        .account=${account}
        .affiliateId=${params.affiliateId ?? ''}
      ></affiliate-page>`,
  },
  {
    path: 'links',
    title: 'partner.links',
    roles: ['partner'],
    load: () => import('../pages/partner-links-page.ts'),
    render: ({ session, account }) =>
      html`<partner-links-page .session=${session} .account=${account}></partner-links-page>`,
  },
  {
    path: 'keys',
    title: 'keys.title',
    roles: ['owner', 'developer'],
    load: () => import('../pages/keys-page.ts'),
    render: ({ session, account }) =>
      html`<keys-page .session=${session} .account=${account}></keys-page>`,
  },
  {
    path: 'webhooks',
    title: 'webhooks.title',
    roles: ['owner', 'developer'],
    load: () => import('../pages/webhooks-page.ts'),
    render: ({ session, account }) =>
      html`<webhooks-page .session=${session} .account=${account}></webhooks-page>`,
  },
  {
    path: 'requests',
    title: 'requests.title',
    roles: ['owner', 'developer'],
    load: () => import('../pages/requests-page.ts'),
    render: ({ session, account }) =>
      html`<requests-page .session=${session} .account=${account}></requests-page>`,
  },
  {
    path: 'team',
    title: 'team.title',
    roles: ['owner', 'developer', 'editor', 'analyst'],
    load: () => import('../pages/team-page.ts'),
    render: ({ session, account }) =>
      html`<team-page .session=${session} .account=${account}></team-page>`,
  },
  {
    path: 'sign-in',
    parent: 'team',
    title: 'rules.title',
    roles: ['owner'],
    load: () => import('../pages/sign-in-rules-page.ts'),
    render: ({ session, account }) =>
      html`<sign-in-rules-page .session=${session} .account=${account}></sign-in-rules-page>`,
  },
  {
    path: 'audit-log',
    title: 'audit.title',
    roles: ['owner'],
    load: () => import('../pages/audit-page.ts'),
    render: ({ session, account }) =>
      html`<audit-page .session=${session} .account=${account}></audit-page>`,
  },
];

/** Loaders of the pages that do not belong to an account, by path below `/console/`. */
export const otherPages = {
  'sign-in': () => import('../pages/sign-in-page.ts'),
  join: () => import('../pages/join-page.ts'),
  recover: () => import('../pages/recover-page.ts'),
  'webhook-portal': () => import('../pages/webhook-portal-page.ts'),
  accounts: () => import('../pages/accounts-page.ts'),
  system: () => import('../pages/system-page.ts'),
  you: () => import('../pages/you-page.ts'),
};

/** Loads the code of the page at a URL path before it is known whether the person may see it. */
export async function loadPage(pathname: string): Promise<void> {
  const [, load] =
    Object.entries(otherPages).find(([path]) => pathname === `/console/${path}`) ?? [];
  // If loading fails, the error is shown when the page opens.
  await (findPage(pathname)?.page.load ?? load)?.().catch(() => undefined);
}

/** Returns the API path of the data that the page at a URL path shows first, or null. */
export function firstDataPath(pathname: string): string | null {
  const { page, accountId } = findPage(pathname) ?? {};
  return page?.firstData ? `/accounts/${accountId}${page.firstData}` : null;
}

function findPage(pathname: string): { page: AccountPage; accountId: string } | null {
  const [, accountId, ownPath = ''] = /^\/console\/a\/([^/]+)\/(.*)$/.exec(pathname) ?? [];
  const page = accountPages.find(({ path }) => matches(path, ownPath));
  return accountId && page ? { page, accountId } : null;
}

/** Whether a path has the segments of a pattern such as `books/:bookId`. */
function matches(pattern: string, path: string): boolean {
  const segments = path.split('/');
  const expected = pattern.split('/');
  return (
    segments.length === expected.length &&
    expected.every((one, index) => one.startsWith(':') || one === segments[index])
  );
}

/** The start page of partners. The role is known only after the session is loaded. */
function partnerHome(session: Session, account: ConsoleAccount): TemplateResult {
  void import('../pages/partner-page.ts');
  return html`<partner-page .session=${session} .account=${account}></partner-page>`;
}

/**
 * Whether the user can see a page of an account. Operators are not partners, so they cannot see
 * partners' pages.
 */
export function isVisible({ roles }: AccountPage, { role }: ConsoleAccount): boolean {
  if (role !== 'operator') return roles !== 'operator' && roles.includes(role);
  return roles === 'operator' || roles.some((one) => one !== 'partner');
}

/** URL path of an account's page. */
export function pageUrl(account: Pick<ConsoleAccount, 'id'>, path: string): string {
  return `/console/a/${account.id}/${path}`;
}
