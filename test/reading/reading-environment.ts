import { installOrderProbe } from './order-probe.ts';
import { installVisibleTextProbe } from './visible-text-probe.ts';
import { startFileServer } from '../bench/reader/file-server.ts';
import { startSvcServer } from '../bench/reader/svc-server.ts';
import { openEngine, type Engine, type EngineName } from './engine.ts';
import { installReadingProbe } from './reading-probe.ts';
import type {
  LayoutChange,
  PassageReport,
  SectionReport,
  VisiblePosition,
} from './reading-reports.ts';

/** Size of the reader, in px. */
export interface Viewport {
  width: number;
  height: number;
}

/** A book open in one engine. */
export interface OpenBook {
  sections: number[];
  goTo(section: number, offset: number): Promise<void>;
  read(): Promise<SectionReport>;
  turn(step: 1 | -1, times: number): Promise<number>;
  back(): Promise<{ section: number; page: number }[]>;
  look(): Promise<VisiblePosition>;
  remember(): Promise<string>;
  recall(): Promise<PassageReport>;
  change(to: LayoutChange): Promise<void>;
}

/** The real server with imported books, and browser engines to open them in. */
export interface ReadingEnvironment {
  engine(name: EngineName): Promise<Engine>;
  /** Imports another book. Returns its index. */
  add(file: string): number;
  /** @param index - Index of the book in `files`. */
  open(engine: Engine, index: number, shape: Viewport, fontSize: number): Promise<OpenBook>;
  close(): Promise<void>;
}

export async function openReadingEnvironment(files: string[]): Promise<ReadingEnvironment> {
  const pages = await startFileServer();
  const server = await startSvcServer(files, pages.origin);
  const engines: Engine[] = [];
  return {
    async engine(name) {
      const engine = await openEngine(name);
      engines.push(engine);
      return engine;
    },
    add: (file) => server.books.push(...server.importBooks([file])) - 1,
    async open(engine, index, { width, height }, fontSize) {
      const { api, key } = server;
      const path = `/${index}-${width}-${height}-${fontSize}`;
      const page = hostPage({ api, key, book: server.books[index] ?? '' }, width, height, fontSize);
      pages.files.set(path, { bytes: Buffer.from(page), mediaType: 'text/html; charset=utf-8' });
      await engine.open(pages.origin + path);
      const ask = <T>(method: string, ...args: unknown[]) =>
        readResult<T>(engine.call(method, ...args));
      return {
        sections: await ask<number[]>('opened'),
        goTo: (section, offset) => ask('goTo', section, offset),
        read: () => ask('read'),
        turn: (step, times) => ask('turn', step, times),
        back: () => ask('back'),
        look: () => ask('look'),
        remember: () => ask('remember'),
        recall: () => ask('recall'),
        change: (to) => ask('change', to),
      };
    },
    async close() {
      for (const engine of engines) await engine.close();
      await server.close();
      await pages.close();
    },
  };
}

/**
 * Casts the probe's result. The probe is part of this folder, so its result has the declared type.
 */
async function readResult<T>(answer: Promise<unknown>): Promise<T> {
  return (await answer) as T;
}

function hostPage(
  tag: { api: string; key: string; book: string },
  width: number,
  height: number,
  fontSize: number,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><title>Reading</title>
<style>
body { margin: 0 }
main { position: absolute; left: 0; top: 0; width: ${width}px; height: ${height}px }
svc-reader { block-size: 100%; --svc-font-size: ${fontSize}px }
</style>
<script>(${installVisibleTextProbe.toString()})(); (${installOrderProbe.toString()})(); (${installReadingProbe.toString()})()</script>
<script type="module" src="${tag.api}/svc-reader.js"></script>
</head>
<body><main><svc-reader api="${tag.api}" key="${tag.key}" book="${tag.book}"></svc-reader></main></body>
</html>
`;
}
