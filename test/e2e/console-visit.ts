import { expect, type Page } from 'playwright/test';
import { buildEpub } from '../server/epub/fixtures/build-epub.ts';
import type { ConsoleServer } from './console-server.ts';

const password = 'quiet lantern over water';

/** Sends requests of the console with the page's session. */
export interface ConsoleVisit {
  accountId: string;
  /** Sends a change, and returns `data` of the response. */
  send<Data>(method: 'post' | 'put' | 'patch', path: string, body: unknown): Promise<Data>;
  /** Signs in as the operator or as the owner of the account. */
  signIn(who: 'op' | 'owner'): Promise<void>;
}

/** Sets up an operator, an account and its owner, and signs in the owner. */
export async function visitConsole(page: Page, server: ConsoleServer): Promise<ConsoleVisit> {
  const send: ConsoleVisit['send'] = async (method, path, body) => {
    const isBytes = body instanceof Buffer;
    const response = await page.request[method](`${server.url}/console/api${path}`, {
      data: body,
      headers: {
        Origin: server.url,
        'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
      },
    });
    expect(response.ok(), await response.text()).toBe(true);
    return (await response.json()).data;
  };
  const tokenOf = (url: string) => new URL(url).hash.slice(1);
  const operator = { email: 'op@example.com', name: 'Olga', password };
  await send('post', '/links/accept', { token: tokenOf(server.setupLink), ...operator });
  const { id } = await send<{ id: string }>('post', '/operator/accounts', {
    name: 'Hollis & Wren',
  });
  const order = { email: 'owner@example.com', role: 'owner' };
  const { url } = await send<{ url: string }>('post', `/accounts/${id}/invitations`, order);
  await page.context().clearCookies();
  await send('post', '/links/accept', { token: tokenOf(url), name: 'Wren', password });
  return {
    accountId: id,
    send,
    async signIn(who) {
      await page.context().clearCookies();
      await send('post', '/sign-in', { email: `${who}@example.com`, password });
    },
  };
}

/** Adds a public book with text. Returns its id. */
export async function addPublicBook({ accountId, send }: ConsoleVisit): Promise<string> {
  const text = `<h1>One</h1>${`<p>One salt road after another. ${'word '.repeat(90)}</p>`.repeat(9)}`;
  const metadata = { title: 'The Salt Roads', creator: 'Mara Quill' };
  const file = Buffer.from(await buildEpub({ metadata, chapters: [text] }));
  const uploads = `/accounts/${accountId}/uploads`;
  const order = { name: 'salt-roads.epub', size: file.length };
  const { id } = await send<{ id: string }>('post', uploads, order);
  await send('put', `${uploads}/${id}/parts/0`, file);
  const { bookId } = await send<{ bookId: string }>('post', `${uploads}/${id}/import`, {});
  await send('patch', `/accounts/${accountId}/books/${bookId}`, { visibility: 'public' });
  return bookId;
}

/** Adds a device with a fingerprint reader, which accepts every request. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
