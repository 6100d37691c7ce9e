import { readFile } from 'node:fs/promises';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { browserScript } from '../html-page.ts';

const ManifestEntry = z.object({
  name: z.string(),
  type: z.object({ text: z.string() }).optional(),
  description: z.string().optional(),
  default: z.string().optional(),
});
const Declaration = z.object({
  name: z.string(),
  attributes: z.array(ManifestEntry).default([]),
  cssProperties: z.array(ManifestEntry).default([]),
  events: z.array(ManifestEntry).default([]),
});
const Manifest = z.object({ modules: z.array(z.object({ declarations: z.array(Declaration) })) });

/** The playground's scripts by path. Imports name the files as they are. */
const scripts = [
  ['/demo/playground/playground.js', 'playground.ts'],
  ['/shared/embed-code.ts', '../../shared/embed-code.ts'],
  ['/demo/playground/brand-presets.ts', 'brand-presets.ts'],
] as const;

/** Serves the playground scripts and the reader's manifest. */
export const playgroundServer: FastifyPluginAsync = async (app) => {
  const open = { config: { access: 'open' as const } };
  for (const [path, file] of scripts) {
    app.get(path, open, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .send(await browserScript(new URL(file, import.meta.url))),
    );
  }
  app.get('/demo/playground/reader.json', open, async () => {
    const file = new URL('../../custom-elements.json', import.meta.url);
    const { modules } = Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
    const reader = modules
      .flatMap(({ declarations }) => declarations)
      .find(({ name }) => name === 'SvcReader');
    return reader ?? { attributes: [], cssProperties: [], events: [] };
  });
};
