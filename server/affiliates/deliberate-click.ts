import type { FastifyRequest } from 'fastify';
import { createIsbotFromList, isbotPatterns, list } from 'isbot';

/**
 * Tools with which publishers try out their links and shops. They run no index and show no previews, so their requests
 * count like those of browsers.
 */
const tools = [
  'node',
  'undici',
  'curl/8.5.0',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
];
const toolPatterns = new Set(tools.flatMap((agent) => isbotPatterns(agent)));
const isBot = createIsbotFromList(list.filter((pattern) => !toolPatterns.has(pattern)));

/** Whether a program fetches the link for a preview or an index. Programs that do not say so look like browsers. */
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
