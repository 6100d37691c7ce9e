import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, type Page } from 'playwright/test';
import { type ConsoleServer, startConsoleServer } from './console-server.ts';
import { openIn, untilLoaded } from './console-states.ts';
import { addPublicBook, type ConsoleVisit, visitConsole } from './console-visit.ts';

/** An account with at least one of everything that the console shows. */
export interface FilledAccount {
  server: ConsoleServer;
  visit: ConsoleVisit;
  /** Ids by the names of the parameters in the paths of `accountPages`. */
  ids: Readonly<Record<'bookId' | 'serialId' | 'deploymentId' | 'affiliateId', string>>;
  /** Cookies of the account's owner and partner, and of the server's operator. */
  cookies: Readonly<Record<'owner' | 'operator' | 'partner', Cookies>>;
  stop: () => Promise<void>;
}

export type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** Starts a server on a host name, because passkeys need one, and fills an account. */
export async function fillAccount(page: Page): Promise<FilledAccount> {
  const receiver = createServer((_request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/plain' }).end('Not today.');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const port = typeof address === 'object' ? address?.port : '';
  const server = await startConsoleServer('localhost', { SVC_WEBHOOK_LOOPBACK: 'on' });
  const visit = await visitConsole(page, server);
  const { accountId, send } = visit;
  const account = `/accounts/${accountId}`;
  const idOf = async (path: string, body: object) =>
    (await send<{ id: string }>('post', `${account}${path}`, body)).id;

  const bookId = await addPublicBook(visit);
  const serialId = await idOf('/books', { title: 'Letters from the Lighthouse' });
  for (const title of ['One', 'Two', 'Three']) {
    await idOf(`/books/${serialId}/chapters`, { title, content: 'A quiet morning.' });
  }
  const deploymentId = await idOf('/deployments', { name: 'Web' });
  const affiliateId = await idOf('/affiliates', {
    code: 'weekly',
    name: 'Weekly',
    rate: '0.1',
  });
  for (const label of ['Old', 'Shop', '']) {
    await send('post', `${account}/keys`, {
      label,
      kind: 'secret',
      tier: 'pro',
      environment: 'live',
    });
  }
  const { webhook } = await send<{ webhook: { id: string } }>('post', `${account}/webhooks`, {
    url: `http://127.0.0.1:${port}/hook`,
    description: 'The shop',
    events: ['*'],
  });
  await send('post', `${account}/webhooks/${webhook.id}/test`, {});
  const invite = (email: string) =>
    send<{ url: string }>('post', `${account}/invitations`, { email, role: 'editor' });
  const { url: editor } = await invite('ed@example.com');
  await invite('waiting@example.com');
  const invitations = `${account}/affiliates/${affiliateId}/invitations`;
  const { url: partnerLink } = await send<{ url: string }>('post', invitations, {
    email: 'pat@example.com',
  });
  const owner = await page.context().cookies();
  await join(partnerLink, 'Pat');
  const partner = await page.context().cookies();
  await join(editor, 'Ed');

  await visit.signIn('op');
  const second = await send<{ url: string }>('post', '/operator/invitations', {
    email: 'second@example.com',
  });
  const operator = await page.context().cookies();
  await join(second.url, 'Ed');
  await page.context().clearCookies();
  return {
    server,
    visit,
    ids: { bookId, serialId, deploymentId, affiliateId },
    cookies: { owner, operator, partner },
    async stop() {
      receiver.close();
      await server.stop();
    },
  };

  async function join(url: string, name: string): Promise<void> {
    await page.context().clearCookies();
    const token = new URL(url).hash.slice(1);
    const person = { token, name, password: 'seven grey herons waiting' };
    await send('post', '/links/accept', person);
  }
}

/** Signs in a person by their cookies. */
export async function signInAs(page: Page, cookies: Cookies): Promise<void> {
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
}

/**
 * Opens a page of the account in English.
 *
 * @param path - Path below the account's, or of a page outside of accounts, which begins with a
 * slash.
 */
export async function openPage(
  page: Page,
  { server, visit, ids, cookies }: FilledAccount,
  path: string,
  as: keyof FilledAccount['cookies'] = 'owner',
): Promise<void> {
  await signInAs(page, cookies[as]);
  const full = path.startsWith('/') ? path : `/a/${visit.accountId}/${path}`;
  const named: Readonly<Record<string, string>> = ids;
  const url = full.replaceAll(/:(\w+)/g, (_, name) => named[name] ?? '');
  await openIn(page, 'en', `${server.url}/console${url}`);
  await untilLoaded(page);
}

/** Expects that the topmost dialog contains the focus. */
export async function expectFocusInDialog(page: Page): Promise<void> {
  const isInDialog = await page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    return dialogs.at(-1)?.contains(document.activeElement) ?? false;
  });
  expect(isInDialog, 'the focus is in the dialog').toBe(true);
}
