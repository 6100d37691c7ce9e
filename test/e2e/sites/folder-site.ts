import fastifyStatic from '@fastify/static';
import { fastify } from 'fastify';

/** A site on its own origin that serves the files of a folder, which may not exist yet. */
export async function startFolderSite(
  folder: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, { root: folder, suppressWarning: true });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin: app.listeningOrigin,
    async close() {
      await app.close();
    },
  };
}
