// npm test: sets up what is missing, runs every suite, and ends with one total line.
// npm test -- server firefox runs the named suites only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { environment, install, node, root, run } from './setup.js';

install();
// On a fresh clone this runs on whatever Node is there: what follows wants the one that was just installed.
if (Number.parseInt(process.versions.node, 10) < 24) {
  run('scripts/test.js', ...process.argv.slice(2));
  process.exit();
}
run('scripts/build.js', '--if-stale');
// Only now are the packages there that they need.
const { firefoxMissingReason: firefoxMissing } = await import('./browsers.js');
const { webkitMissingReason: webkitMissing } = await import('./webkit.js');
const { chromiumPath } = await import('./browsers.js');

const scratch = mkdtempSync(join(tmpdir(), 'svc-test-'));
const playwrightReport = join(scratch, 'e2e.json');

/** Of each suite's failures, at the end. */
const failureLines = 80;

/** Installs it, or ends the run: without any browser there is little to test. */
const chromiumMissing = () => (chromiumPath(), null);
const ofNode = {
  count: (out) => ({
    passed: last(out, /^ℹ pass (\d+)/gm),
    failed: last(out, /^ℹ fail (\d+)/gm),
  }),
  failures: /^✖ failing tests:[^]*/gm,
};
const ofEngine = (engine) => ({
  // A browser, its driver or its screen may die of themselves: of a fault of ours they die again.
  tries: 2,
  command: ['node_modules/.bin/wtr'],
  env: { SVC_TEST_ENGINE: engine },
  count: (out) => ({ passed: last(out, /(\d+) passed/g), failed: last(out, /(\d+) failed/g) }),
  // A file's name and what it says, up to the two empty lines before the next progress bar.
  failures: /^test\/src\/\S+:\n(?:(?!\n{3})[^])*(?:❌|💥)(?:(?!\n{3})[^])*/gmu,
});
const ofLines = {
  count: (out) => ({
    passed: out.match(/✔ /g)?.length ?? 0,
    failed: out.match(/✘ /g)?.length ?? 0,
  }),
  failures: /^[^]*✘[^]*/g,
};

/**
 * Each suite: its command, how to read its counts and its failures off what it printed, and, where
 * something may be missing, what. The longest first: what is begun last is soon over.
 */
const suites = {
  server: {
    // All files of a part in one process: to load the server takes longer than most files need to run.
    command: [
      '--max-semi-space-size=32',
      '--test',
      '--test-isolation=none',
      'test/*.test.ts',
      'test/server/**/*.test.ts',
      'test/demo/**/*.test.ts',
    ],
    parts: 2,
    ...ofNode,
  },
  e2e: {
    missing: chromiumMissing,
    command: ['node_modules/.bin/playwright', 'test', '--config=test/e2e/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
    count: () => {
      const { stats } = JSON.parse(readFileSync(playwrightReport, 'utf8'));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
    failures: /^ {2}1\) [^]*/gm,
  },
  webkit: { ...ofEngine('webkit'), missing: webkitMissing },
  firefox: { ...ofEngine('firefox'), missing: firefoxMissing },
  fuzz: { command: ['--test', 'test/fuzz/*.test.ts'], ...ofNode },
  component: { ...ofEngine('chromium'), missing: chromiumMissing },
  reading: {
    command: ['--test', 'test/reading/*.test.ts'],
    missing: chromiumMissing,
    ...ofNode,
  },
  hostile: {
    command: ['--test', 'test/hostile/*.test.ts'],
    missing: chromiumMissing,
    ...ofNode,
  },
  faults: { command: ['--test', 'test/faults/*.test.ts'], ...ofNode },
  checks: { command: ['scripts/verify.js', '--static'], ...ofLines },
  types: { command: ['scripts/types.js', '--check'], ...ofLines },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`No suite ${unknown.join(', ')}: there are ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

const runs = Object.entries(suites)
  .filter(([name]) => wanted.length === 0 || wanted.includes(name))
  .flatMap(partsOf);
/** Each waits half of its time, for disks, frames and answers: two more than there are processors. */
const width = Math.min(runs.length, availableParallelism() + 2);
const total = { passed: 0, failed: 0 };
/** What failed, said again where nobody has to look for it: at the end. */
const failures = [];
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  });
}
await Promise.all(Array.from({ length: width }, runNext));
rmSync(scratch, { recursive: true });
for (const { title, said } of failures) console.log(`\n${headline(title)}\n${said}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** A long suite is cut by its files. */
function partsOf([name, suite]) {
  const { parts = 1, command, ...rest } = suite;
  if (parts === 1) return [{ name, command, ...rest }];
  const [first, ...others] = command;
  return Array.from({ length: parts }, (_, at) => ({
    name: `${name} ${at + 1}/${parts}`,
    command: [first, `--test-shard=${at + 1}/${parts}`, ...others],
    ...rest,
  }));
}

async function runNext() {
  for (let suite = runs.shift(); suite; suite = runs.shift()) {
    const { name } = suite;
    const missing = suite.missing?.();
    if (missing) {
      console.log(`\n${headline(name)}\nskipped: ${missing}`);
      continue;
    }
    const startedMs = performance.now();
    let result = await runSuite(suite);
    for (let tries = suite.tries ?? 1; result.brokeOff && tries > 1; tries -= 1) {
      console.log(`${name} broke off, and is run again …`);
      result = await runSuite(suite);
    }
    const { passed, failed } = result;
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(`${name}: ${passed} passed, ${failed} failed, in ${seconds} s`);
    total.passed += passed;
    total.failed += failed;
  }
}

/**
 * A suite that breaks off counts as one failure, whatever it printed. What it said is said again at
 * the end, also where it is run again and passes then.
 */
async function runSuite({ name, command, env = {}, count, failures: pattern }) {
  const isAlone = width === 1;
  const child = spawn(node, command, {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', isAlone ? 'inherit' : 'pipe'],
  });
  children.add(child);
  console.log(isAlone ? `\n${headline(name)}` : `${name} …`);
  let out = '';
  let said = '';
  // Beside others it says all of it at its end.
  const say = (chunk) => {
    if (isAlone) process.stdout.write(chunk);
    else said += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    say(chunk);
    out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', say);
  const [status, signal] = await once(child, 'close');
  children.delete(child);
  if (!isAlone) console.log(`\n${headline(name)}\n${said}`);
  let result;
  try {
    result = count(out);
  } catch {
    result = { passed: 0, failed: 0 };
  }
  const brokeOff = status !== 0 && result.failed === 0;
  if (brokeOff) result.failed = 1;
  if (result.failed > 0 && !isAlone) {
    const title = `${name}: ended with ${signal ?? status}`;
    failures.push({ title, said: failuresIn(said, pattern) });
  }
  return { ...result, brokeOff };
}

/** A suite that broke off has no list of what failed: then it is the end of what it said. */
function failuresIn(said, pattern) {
  const plain = stripVTControlCharacters(said).trim();
  const listed = plain.match(pattern)?.join('\n\n').split('\n').slice(0, failureLines);
  return (listed ?? plain.split('\n').slice(-failureLines)).join('\n');
}

function headline(name) {
  return `── ${name} ${'─'.repeat(70 - name.length)}`;
}

function last(text, pattern) {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}
