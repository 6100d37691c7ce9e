/** The minimum work of an import: unzips every file and parses every document. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { SaxesParser } from 'saxes';
import { fromBufferPromise } from 'yauzl';

let documents = 0;
for (const path of process.argv.slice(2)) {
  const zip = await fromBufferPromise(await readFile(path));
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue;
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    if (!/\.x?html?$/.test(entry.fileName)) continue;
    const parser = new SaxesParser({ xmlns: true });
    // Ignore errors, because the parser reports HTML entities as errors.
    parser.on('error', () => {});
    parser.write(bytes.toString('utf8')).close();
    documents += 1;
  }
}
console.log(JSON.stringify({ documents }));
