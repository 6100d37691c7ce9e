import { readHostileFiles } from './hostile-files.ts';
import {
  metadataBook,
  metadataBooks,
  textBook,
  textBooks,
  type HostileBook,
} from './hostile-books.ts';
import type { Violation, Policy } from './violation.ts';
import type { HostileEnvironment } from './hostile-environment.ts';
import type { Payload } from './payloads.ts';
import { placePayloads } from './place-payloads.ts';

/** A violation and its source. */
export interface Finding {
  source: string;
  policy: Policy;
  faults: Violation[];
}

export interface HostileReport {
  payloads: number;
  /** Number of books imported and read. */
  books: number;
  /** Number of sections shown, for each policy. */
  sections: number;
  /** Executed scripts and requests to other servers. There must be none. */
  executions: number;
  requests: number;
  /** Number of rejected files, by error code. */
  refusals: Record<string, number>;
  /** Files that were accepted but must be rejected, or the other way around. */
  unexpected: string[];
  findings: Finding[];
}

export interface HostileOptions {
  environment: HostileEnvironment;
  payloads: Payload[];
  policies: readonly Policy[];
  /** Folder of hostile files that are uploaded unchanged, or null for none. */
  filesFolder: string | null;
  report: (line: string) => void;
}

/** Maximum number of failed attempts to open a book. Each lasts until the timeout. */
const maxStuckBooks = 2;

/** Imports all hostile content and opens it in the reader on a monitored page. */
export async function runHostile({
  environment,
  payloads,
  policies,
  filesFolder,
  report: reportProgress,
}: HostileOptions) {
  const report: HostileReport = {
    payloads: payloads.length,
    books: 0,
    sections: 0,
    executions: 0,
    requests: 0,
    refusals: {},
    unexpected: [],
    findings: [],
  };
  const note = (source: string, policy: Policy, faults: Violation[]) => {
    if (faults.length === 0) return;
    report.findings.push({ source, policy, faults });
    report.executions += faults.filter(({ kind }) => kind === 'run' || kind === 'dialog').length;
    report.requests += faults.filter(({ kind }) => kind === 'request').length;
    reportProgress(
      `✘ ${source}, policy ${policy}: ${faults.map(({ kind, what }) => `${kind} ${what}`).join('; ')}`,
    );
  };
  const progress = () => `${report.sections} sections, ${report.findings.length} findings so far`;
  const countRejection = (code: string) =>
    (report.refusals[code] = (report.refusals[code] ?? 0) + 1);

  /** Reads a book under each policy. `sourceOf` returns the payloads in a section. */
  const read = async (
    id: string,
    sections: number,
    sourceOf: (section: number) => Promise<string>,
    hasRecord: boolean,
  ) => {
    report.books += 1;
    for (const policy of policies) {
      const opened = await environment.open(id, policy);
      note(await sourceOf(0), policy, opened);
      let stuck = Number(isStuck(opened));
      for (let at = 0; at < sections && stuck < maxStuckBooks; at++) {
        const faults = await environment.visit(at);
        report.sections += 1;
        if (faults.length === 0) continue;
        note(await sourceOf(at), policy, faults);
        stuck += Number(isStuck(faults));
        // A violation may still be in progress, so the next section starts on a fresh page.
        await environment.open(id, policy);
      }
      if (hasRecord) note(await sourceOf(0), policy, await environment.openPanels());
    }
    if (hasRecord) note(await sourceOf(0), 'none', await environment.openServed(id));
  };

  const readBook = async ({ name, epub, placed, hasMetadata }: HostileBook) => {
    const imported = await environment.import(epub);
    if (!('id' in imported)) {
      report.unexpected.push(`${name}: ${imported.code} ${imported.detail}`);
      countRejection(imported.code);
      return;
    }
    const sourceOf = async (section: number) => {
      const { place = '', payloads: some = [] } = placed[section] ?? {};
      const names = some.map((payload) => payload.name).join(', ');
      return `${place} of ${names}`;
    };
    await read(imported.id, placed.length, sourceOf, hasMetadata);
  };

  const makers = [...textBooks(payloads), ...metadataBooks(payloads)];
  for (const [at, make] of makers.entries()) {
    const book = await make();
    const before = report.findings.length;
    await readBook(book);
    for (const finding of report.findings.slice(before)) {
      const many = book.placed.find(
        ({ payloads: some }) =>
          some.length > 1 && finding.source.endsWith(some.map(({ name }) => name).join(', ')),
      );
      if (many)
        finding.source = `${many.place}: ${await findCulprit(environment, many.payloads, book.hasMetadata)}`;
    }
    reportProgress(`book ${at + 1} of ${makers.length}, ${book.name}: ${progress()}`);
  }

  const sent = filesFolder === null ? [] : readHostileFiles(filesFolder);
  for (const [at, file] of sent.entries()) {
    if (at > 0 && at % 25 === 0) reportProgress(`file ${at} of ${sent.length}: ${progress()}`);
    const imported = await environment.import(await file.epub());
    const is = 'id' in imported ? 'book' : 'refusal';
    if (file.expected !== null && is !== file.expected) {
      report.unexpected.push(
        `${file.name}: ${'id' in imported ? 'imported' : `${imported.code} ${imported.detail}`}`,
      );
      reportProgress(`✘ ${report.unexpected.at(-1)}`);
    }
    if (!('id' in imported)) {
      countRejection(imported.code);
      continue;
    }
    const { sections, address } = await environment.describe(imported.id);
    await read(imported.id, sections, async (section) => `${file.name}, section ${section}`, false);
    for (const path of file.standaloneUrls) {
      note(`${file.name} as a top-level page`, 'none', await environment.openAlone(address(path)));
    }
  }
  return report;
}

function isStuck(faults: Violation[]): boolean {
  return faults.some(({ kind }) => kind === 'stuck');
}

/** Finds the offending payload of many by bisection, with a smaller book each time. */
async function findCulprit(
  environment: HostileEnvironment,
  payloads: Payload[],
  isRecord: boolean,
): Promise<string> {
  const isBad = async (some: Payload[]) => {
    const placed = placePayloads(some).slice(-1);
    const imported = await environment.import(
      await (isRecord ? metadataBook(some) : textBook(placed)),
    );
    if (!('id' in imported)) return true;
    const faults = [await environment.open(imported.id, 'none'), await environment.visit(0)].flat();
    if (isRecord)
      faults.push(
        ...(await environment.openPanels()),
        ...(await environment.openServed(imported.id)),
      );
    return faults.length > 0;
  };
  let some = payloads;
  while (some.length > 1) {
    const half = some.slice(0, Math.ceil(some.length / 2));
    const rest = some.slice(half.length);
    if (await isBad(half)) some = half;
    else if (await isBad(rest)) some = rest;
    else return `several of ${some.map(({ name }) => name).join(', ')} together`;
  }
  return some.map(({ name }) => name).join(', ');
}
