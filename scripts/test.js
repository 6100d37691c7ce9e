// npm test: sets up what is missing, runs every suite, and ends with one total line.
// npm test -- server e2e runs the named suites only.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, install, node, root, run } from './setup.js';

install();
run('scripts/build.js', '--if-stale');

const scratch = mkdtempSync(join(tmpdir(), 'svc-test-'));
const playwrightReport = join(scratch, 'e2e.json');

/** Each suite: its command, and how to read its counts off what it printed. */
const suites = {
  checks: {
    command: ['scripts/verify.js', '--static'],
    count: (out) => counted(out, /✔ /g, /✘ /g),
  },
  server: {
    // A file waits for disks, servers and databases half of its time: two at a time on two processors.
    command: [
      '--test',
      `--test-concurrency=${Math.max(2, availableParallelism())}`,
      'test/*.test.ts',
      'test/server/**/*.test.ts',
      'test/demo/**/*.test.ts',
    ],
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests') },
    count: (out) => ({
      passed: last(out, /^ℹ pass (\d+)/gm),
      failed: last(out, /^ℹ fail (\d+)/gm),
    }),
  },
  faults: {
    command: ['--test', 'test/faults/*.test.ts'],
    count: (out) => ({
      passed: last(out, /^ℹ pass (\d+)/gm),
      failed: last(out, /^ℹ fail (\d+)/gm),
    }),
  },
  component: {
    command: ['node_modules/.bin/wtr'],
    count: (out) => ({ passed: last(out, /(\d+) passed/g), failed: last(out, /(\d+) failed/g) }),
  },
  e2e: {
    command: ['node_modules/.bin/playwright', 'test', '--config=test/e2e/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: () => {
      const { stats } = JSON.parse(readFileSync(playwrightReport, 'utf8'));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
  },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}: there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const total = { passed: 0, failed: 0 };
for (const [name, suite] of Object.entries(suites)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n── ${name} ${'─'.repeat(70 - name.length)}`);
  const { passed, failed } = await runSuite(suite);
  total.passed += passed;
  total.failed += failed;
}
rmSync(scratch, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** A suite that ends badly counts as one failure at least, whatever it printed. */
async function runSuite({ command, env = {}, count }) {
  const child = spawn(node, command, {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk);
    out += chunk;
  });
  const status = await new Promise((resolve) => child.on('close', resolve));
  let result;
  try {
    result = count(out);
  } catch {
    result = { passed: 0, failed: 0 };
  }
  return status === 0 ? result : { ...result, failed: Math.max(result.failed, 1) };
}

function last(text, pattern) {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}

function counted(text, good, bad) {
  return { passed: (text.match(good) ?? []).length, failed: (text.match(bad) ?? []).length };
}
