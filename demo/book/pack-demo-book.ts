import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { zipEpub } from './zip-epub.ts';

const here = new URL('./', import.meta.url);

/** Images rendered from SVG when the book is packed. */
const renderedImages: Record<string, () => Promise<Buffer>> = {
  'OPS/images/cover.png': () =>
    sharp(drawingPath('cover'))
      .resize({ width: 1000 })
      .png({ palette: true, colours: 64 })
      .toBuffer(),
  'OPS/images/lamp.jpg': () =>
    sharp(drawingPath('lamp')).flatten().jpeg({ quality: 84, mozjpeg: true }).toBuffer(),
};

/** Packs the demo's own book, "The Quiet Page", as an EPUB 3 file. The output is deterministic. */
export async function packDemoBook(): Promise<Buffer> {
  return zipEpub(await readContents());
}

async function readContents(): Promise<[path: string, bytes: Buffer][]> {
  const sourceFiles = [...(await listFiles('META-INF')), ...(await listFiles('OPS'))].map(
    async (path): Promise<[string, Buffer]> => [path, await readFile(new URL(path, here))],
  );
  const renderedFiles = Object.entries(renderedImages).map(
    async ([path, render]): Promise<[string, Buffer]> => [path, await render()],
  );
  return Promise.all([...sourceFiles, ...renderedFiles]);
}

async function listFiles(folder: string): Promise<string[]> {
  const names = await readdir(new URL(folder, here));
  return names.sort().map((name) => `${folder}/${name}`);
}

function drawingPath(name: string): string {
  return fileURLToPath(new URL(`images/${name}.svg`, here));
}
