import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../app-context.ts';
import type { BookStore } from '../books/store.ts';
import type { Visits } from '../affiliates/visits.ts';
import type { OpenEmbed } from '../reading-sessions/open-embed.ts';
import type { HostPages } from './host-pages.ts';
import { oembedRoutes } from './oembed-routes.ts';
import { pageRoutes } from './routes.ts';
import { pageEmbedOpener, type PageServices } from './services.ts';
import { findBook, libraryLister } from './store.ts';

export interface EmbedPageDeps {
  books: BookStore;
  hosts: HostPages;
  keys: Omit<PageServices, 'publicUrl' | 'openEmbed' | 'findDeployment' | 'findByHost'>;
  deployments: Pick<PageServices, 'findByHost'> & { find: PageServices['findDeployment'] };
  openEmbed: OpenEmbed;
  visits: Pick<Visits, 'recordImpression'>;
}

/** `/v1/reader/embed` as a page, the pages on verified domains, and `/oembed` */
export async function registerEmbedPages(
  app: FastifyInstance,
  { db, publicUrl }: AppContext,
  { books, hosts, keys, deployments, openEmbed, visits }: EmbedPageDeps,
): Promise<void> {
  const services: PageServices = {
    ...keys,
    publicUrl,
    openEmbed: pageEmbedOpener(openEmbed, visits),
    findDeployment: (accountId, id) => deployments.find(accountId, id),
    findByHost: (host) => deployments.findByHost(host),
  };
  hosts.setServices({ ...services, books, listLibrary: libraryLister(db, books) });
  await app.register(pageRoutes, { services });
  await app.register(oembedRoutes, {
    ...services,
    findBook: (viewer, reference) => findBook(books, viewer, reference),
  });
}
