import type { FastifyReply, FastifyRequest } from 'fastify';
import { toFailure } from '../http/to-failure.ts';
import type { PageEmbed } from './contract.ts';
import { type HtmlPage, htmlAttribute, styleText, escapeHtml, renderHtmlPage } from './html.ts';
import { failureKind, type PageMessages, findMessages, type FailureKind } from './messages.ts';
import { pageStyle, themeStyle } from './page-style.ts';

export function sendPage(reply: FastifyReply, page: HtmlPage): FastifyReply {
  return reply.headers(pageHeaders(page)).send(page.html);
}

/** Sends a page that explains an error to readers, with the status that the API would return. */
export function sendFailurePage(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  { locale = null, theme }: { locale?: string | null; theme?: PageEmbed['theme'] } = {},
): FastifyReply {
  const failure = toFailure(error, request);
  if (failure) {
    if (failure.status === 401) reply.header('WWW-Authenticate', 'Bearer');
    reply.headers(failure.headers);
  } else request.log.error({ event: 'page.failed', err: error }, 'Failed to send a page');
  const status = failure?.status ?? 500;
  const kind = failureKind(failure?.code ?? null, status);
  const page = renderMessagePage(kind, messagesForRequest(request, locale), request.id, theme);
  reply.status(status).header('Cache-Control', 'no-store').header('X-Robots-Tag', 'noindex');
  return sendPage(reply, page);
}

/** @param deploymentLocale - Locale used if the URL specifies none. */
export function messagesForRequest(
  request: FastifyRequest,
  deploymentLocale: string | null,
): PageMessages {
  return findMessages(requestedLocale(request) ?? deploymentLocale, acceptedLanguagesOf(request));
}

/** Returns the locale of the reader's interface. The pages may have no catalog for it. */
export function localeForRequest(request: FastifyRequest, deploymentLocale: string | null): string {
  return requestedLocale(request) ?? deploymentLocale ?? acceptedLanguagesOf(request)[0] ?? 'en';
}

function requestedLocale({ query }: FastifyRequest): string | null {
  const locale: unknown = Reflect.get(Object(query), 'locale');
  return typeof locale === 'string' ? locale : null;
}

function acceptedLanguagesOf({ headers }: FastifyRequest): string[] {
  return acceptedLanguages(headers['accept-language']);
}

/**
 * Sets the headers of every page. Only scripts and resources from its own origin are allowed, and
 * only origins that may use its key can frame it.
 */
export function pageHeaders({ styleHash, frameAncestors }: HtmlPage): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${styleHash}`,
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self'",
      `frame-ancestors ${frameAncestors ? ["'self'", ...frameAncestors].join(' ') : '*'}`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; '),
    'Content-Type': 'text/html; charset=utf-8',
    // Other sites must not receive the rest of the URL, which may contain the key.
    'Referrer-Policy': 'strict-origin',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    // Pages that are isolated from other origins may frame this one, whose files are all from its
    // own origin.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept, Accept-Language',
  };
}

/** Returns the languages in an `Accept-Language` header, most preferred first. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number.parseFloat(weight) };
    })
    .filter(({ tag, weight }) => /^[A-Za-z]{2,8}\b/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/** Renders a page that explains an error to readers. */
function renderMessagePage(
  kind: FailureKind,
  messages: PageMessages,
  requestId: string,
  theme: PageEmbed['theme'] = { name: null, tokens: {} },
): HtmlPage {
  const { title, help } = messages.failures[kind];
  const style = themeStyle(theme) + pageStyle;
  return renderHtmlPage({
    lang: messages.locale,
    direction: messages.direction,
    style,
    // The page has no controls, so any site may frame it.
    frameAncestors: null,
    head: [
      '<meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escapeHtml(title)}</title>`,
      `<style>${styleText(style)}</style>`,
      '<meta name="robots" content="noindex">',
      '<link rel="icon" href="data:,">',
    ].join('\n'),
    body: `<main class="message"${htmlAttribute('data-code', kind)}>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(help)}</p>
<small>${escapeHtml(messages.requestId(requestId))}</small>
</main>
<script type="module" src="/svc-served.js"></script>`,
  });
}
