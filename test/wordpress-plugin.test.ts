import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { po } from 'gettext-parser';
import { stageWordpressPlugin } from '../scripts/wordpress-plugin.js';

const root = join(import.meta.dirname, '..');
const plugin = join(root, 'integrations/wordpress/svc-reader');
const read = (file: string) => readFileSync(join(plugin, file), 'utf8');

/** Messages of a translation file, as `context|message`, with their translations. */
function messagesOf(file: string): Map<string, string[]> {
  const { translations } = po.parse(read(file));
  const messages = Object.values(translations).flatMap((context) => Object.values(context));
  return new Map(
    messages
      .filter(({ msgid }) => msgid !== '')
      .map(({ msgctxt, msgid, msgstr }) => [`${msgctxt ?? ''}|${msgid}`, msgstr]),
  );
}

/** Messages in the plugin's sources. */
function usedMessages(): Set<string> {
  const sources = globSync('{*.php,includes/*.php,block/editor.js}', { cwd: plugin }).map(read);
  const calls = sources.flatMap((source) =>
    Array.from(
      source.matchAll(/\b(?:__|esc_html__|esc_attr__|_n)\(\s*'((?:[^'\\]|\\.)+)'/g),
      ([, text]) => `|${text}`,
    ),
  );
  const description = /^ \* Description: +(.*)$/m.exec(read('svc-reader.php'))?.[1];
  const block: { title: string; description: string } = JSON.parse(read('block/block.json'));
  return new Set([
    ...calls,
    `|${description}`,
    `block title|${block.title}`,
    `block description|${block.description}`,
  ]);
}

describe('the WordPress plugin', () => {
  it('has complete translations', () => {
    const used = usedMessages();
    assert.ok(used.size > 40);
    assert.deepEqual(new Set(messagesOf('languages/svc-reader.pot').keys()), used);
    const files = globSync('languages/*.po', { cwd: plugin });
    assert.deepEqual(files.length, 2);
    for (const file of files) {
      const translated = messagesOf(file);
      assert.deepEqual(new Set(translated.keys()), used, file);
      for (const [message, texts] of translated) {
        const [, placeholder = ''] = /(%[sd])/.exec(message) ?? [];
        assert.ok(
          texts.at(-1)?.includes(placeholder) && texts.every(Boolean),
          `${file}: ${message}`,
        );
      }
    }
  });

  it('has one version everywhere, which is the package’s', () => {
    const { version }: { version: string } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    );
    const header = read('svc-reader.php');
    assert.equal(/Version: +(\S+)/.exec(header)?.[1], version);
    assert.equal(/VERSION = '([^']+)'/.exec(header)?.[1], version);
    assert.equal(/Stable tag: (\S+)/.exec(read('readme.txt'))?.[1], version);
    assert.equal(JSON.parse(read('block/block.json')).version, version);
  });

  it('contains the reader’s script and compiled translations, and neither archives nor source maps', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-plugin-'));
    after(() => rmSync(folder, { recursive: true }));

    await stageWordpressPlugin(folder);

    const files = globSync('**/*.*', { cwd: folder });
    for (const file of [
      'reader/svc-reader.js',
      'languages/svc-reader-ar.mo',
      'languages/svc-reader-de_DE-svc-reader-editor.json',
      'license.txt',
    ]) {
      assert.ok(files.includes(file), file);
    }
    assert.deepEqual(
      files.filter((file) => /\.(?:br|gz|zip|map|ts)$/.test(file)),
      [],
    );
  });
});
