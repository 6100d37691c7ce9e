import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookStore } from '../books/store.ts';
import type { Visits } from '../affiliates/visits.ts';
import type { OpenEmbed } from '../reading-sessions/open-embed.ts';
import type { HostPages } from './host-pages.ts';
import { oembedRoutes } from './oembed-routes.ts';
import { pageRoutes } from './routes.ts';
import { pageEmbedOpener, type PageServices } from './services.ts';
import { pageIcons } from './page-icon.ts';
import { sitemaps } from './sitemaps.ts';
import { sharedPages } from './shared-pages.ts';
import { shownBooks } from './shown-books.ts';
import { findBook, libraryLister } from './store.ts';

export interface EmbedPageDeps {
  books: BookStore;
  hosts: HostPages;
  keys: Omit<
    PageServices,
    'publicUrl' | 'openEmbed' | 'findDeployment' | 'findByHost' | 'sharedPages' | 'findBook'
  > &
    Pick<Parameters<typeof sharedPages>[0], 'countPage'>;
  deployments: Pick<PageServices, 'findByHost'> & {
    find: PageServices['findDeployment'];
    /** Returns a deployment's logo or font. */
    file: Parameters<typeof pageIcons>[0];
  };
  openEmbed: OpenEmbed;
  visits: Pick<Visits, 'recordImpression'>;
}

/** Registers `/v1/reader/embed` as a page, the pages on verified domains, and `/oembed`. */
export async function registerEmbedPages(
  app: FastifyInstance,
  { db, now, publicUrl }: AppContext,
  { books, hosts, keys, deployments, openEmbed, visits }: EmbedPageDeps,
): Promise<PageServices> {
  const services: PageServices = {
    ...keys,
    publicUrl,
    sharedPages: sharedPages({ now, countPage: keys.countPage }),
    findBook: (viewer, reference) => findBook(books, viewer, reference),
    openEmbed: pageEmbedOpener(openEmbed, visits),
    findDeployment: (accountId, id) => deployments.find(accountId, id),
    findByHost: (host) => deployments.findByHost(host),
  };
  const shown = shownBooks(db);
  hosts.setServices({
    ...services,
    books,
    listLibrary: libraryLister(shown, books),
    sitemaps: sitemaps(shown),
    findIcon: pageIcons(deployments.file),
    countPage: keys.countPage,
  });
  await app.register(pageRoutes, { services });
  await app.register(oembedRoutes, services);
  return services;
}
