import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { logEvents } from '../../../server/telemetry/log-events.ts';

const root = join(import.meta.dirname, '../../..');

it('every line of the log has a documented event, and every event has a line', () => {
  const used = new Set<string>();
  const lacking: string[] = [];
  for (const file of globSync('server/**/*.ts', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [call, event] of text.matchAll(
      /\blog(?:\(\))?\.(?:info|warn|error|fatal)\(\s*(?:\{\s*event:\s*'([^']+)')?[^;]{0,60}/g,
    )) {
      // Logs a line of another module.
      if (/\(facts, text\)/.test(call)) continue;
      if (event === undefined) lacking.push(`${file}: ${call}`);
      else used.add(event);
    }
  }
  assert.deepEqual(lacking, []);
  assert.deepEqual([...used].sort(), Object.keys(logEvents).sort());
});
