import { quoted } from '../container/entry-name.ts';
import type { Archive } from '../container/open-archive.ts';
import type { Warnings } from '../warnings.ts';

/** Characters that some systems cannot have in names (EPUB 3.3, section 4.2.3). */
const forbidden = /["*:<>?|\u007F\uE000-\uF8FF\uFFF0-\uFFFF\u{E0001}]|\.(?:\/|$)/u;

/** Files whose names the programs of some reader cannot write. */
export function checkNames({ paths }: Archive, warnings: Warnings): void {
  for (const path of paths) {
    if (!forbidden.test(path)) continue;
    const message = `The name of ${quoted(path)} has characters that not every system can have in one.`;
    warnings.add('file_name', message, path);
  }
}
