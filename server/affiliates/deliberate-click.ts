import type { FastifyRequest } from 'fastify';
import { createIsbotFromList, isbotPatterns, list } from 'isbot';

/**
 * Tools with which publishers test their links and shops. They do not create an index or previews,
 * so their requests count like those of browsers.
 */
const tools = [
  'node',
  'undici',
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
];
const toolPatterns = new Set(tools.flatMap((agent) => isbotPatterns(agent)));
const isBot = createIsbotFromList(list.filter((pattern) => !toolPatterns.has(pattern)));

/** Whether the user agent identifies a program that fetches pages for previews or an index. */
export function isCrawler({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return isBot(headers['user-agent'] ?? '');
}

/** Excludes prefetching browsers, HEAD requests and crawlers, whose requests are not clicks. */
export function isDeliberateClick(request: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const { method, headers: sent } = request;
  const purposes = [sent['sec-purpose'], sent.purpose, sent['x-purpose'], sent['x-moz']];
  const isPrefetch = /\b(prefetch|prerender|preview)\b/i.test(purposes.join(' '));
  return method === 'GET' && !isPrefetch && !isCrawler(request);
}
