// npm test: sets up whatever is missing, runs every suite, and prints the totals on the last line.
// npm run test:all also runs the tests that `test-tiers.js` leaves to releases (--all).
// npm test -- server firefox runs only the named suites. Some suites run only when named.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { environment, install, node, root, run } from './setup.js';

install();
// On a fresh clone, this runs on the system's Node, but the rest needs the version that was just
// installed.
if (Number.parseInt(process.versions.node, 10) < 24) {
  run('scripts/test.js', ...process.argv.slice(2));
  process.exit();
}
run('scripts/build.js', '--if-stale');
// These import packages, which are installed only now, or need a current Node.
const { firefoxMissingReason: firefoxMissing } = await import('./browsers.js');
const { webkitMissingReason: webkitMissing } = await import('./webkit.js');
const { chromiumPath, installHeadlessShell } = await import('./browsers.js');
const { wordpressMissingReason: wordpressMissing } = await import('./wordpress.js');
const { describeRelease, filesOfEngine, releaseTitles, serverFiles, serverPatterns } =
  await import('./test-tiers.js');
const { findBinaries: findPostgres } = await import('../test/server/postgres-cluster.ts');

const scratch = mkdtempSync(join(tmpdir(), 'svc-test-'));

const isWhole = process.argv.includes('--all');

/** Time limit of a suite. One that hangs must not keep the others' results from being printed. */
const suiteLimitMs = 30 * 60_000;

/** How long the output of a suite may stay open after the suite has ended. */
const leftoverLimitMs = 15_000;

/**
 * Maximum number of failed files for which a suite is run again. More failures are not accidental.
 */
const maxRetriedFiles = 5;

/** Maximum number of failure lines shown per suite at the end. */
const failureLines = 80;

/** Installs Chromium, or throws: most suites need a browser. */
const chromiumMissing = () => (chromiumPath(), null);
const ofNode = {
  count: (out) => ({
    passed: last(out, /^ℹ pass (\d+)/gm),
    failed: last(out, /^ℹ fail (\d+)/gm),
  }),
  failures: /^✖ failing tests:[^]*/gm,
  failedFiles: (out) => matches(out, /^test at (test\/\S+?\.test\.ts):/gm),
  only: (command, files) => [
    ...command.filter((arg) => !/\.test\.ts$|^--test-shard/.test(arg)),
    ...files,
  ],
};
/** Options that omit tests by title. */
const skipTitles = (titles) => titles.map((title) => `--test-skip-pattern=${title}`);
const releaseTitlesOf = (suite) => (isWhole ? [] : releaseTitles[suite]);
const ofEngine = (engine) => ({
  // Retry once, because browsers, drivers and displays crash occasionally. A bug in the project
  // crashes them again.
  tries: 2,
  command: [
    'node_modules/.bin/wtr',
    ...(isWhole || engine === 'chromium' ? [] : ['--files', ...filesOfEngine(engine)]),
  ],
  env: { SVC_TEST_ENGINE: engine },
  count: (out) => ({ passed: last(out, /(\d+) passed/g), failed: last(out, /(\d+) failed/g) }),
  // A file name and its output, up to the two empty lines before the next progress bar.
  failures: /^test\/src\/\S+:\n(?:(?!\n{3})[^])*(?:❌|💥)(?:(?!\n{3})[^])*/gmu,
  failedFiles: (out) =>
    matches(out, /^(test\/src\/\S+?):\n(?:(?!\n{3})[^])*(?:❌|💥)(?:(?!\n{3})[^])*/gmu),
  only: ([program], files) => [program, '--files', ...files],
});
const ofPlaywright = (folder, project, omitted = []) => {
  const report = join(scratch, `${folder}-${project}.json`);
  return {
    command: [
      'node_modules/.bin/playwright',
      'test',
      `--config=test/${folder}/playwright.config.ts`,
      ...(project ? [`--project=${project}`] : []),
      ...(omitted.length > 0
        ? [`--grep-invert=${omitted.map(({ source }) => source).join('|')}`]
        : []),
    ],
    partOf: (one) => ofPlaywright(folder, one, omitted),
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    count: () => {
      const { stats } = JSON.parse(readFileSync(report, 'utf8'));
      return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
    },
    failures: /^ {2}1\) [^]*/gm,
    failedFiles: () =>
      JSON.parse(readFileSync(report, 'utf8'))
        .suites.filter(hasFailed)
        .map(({ file }) => file),
    only: (command, files) => [...command, ...files],
  };
};
const ofLines = {
  count: (out) => ({
    passed: out.match(/✔ /g)?.length ?? 0,
    failed: out.match(/✘ /g)?.length ?? 0,
  }),
  failures: /^[^]*✘[^]*/g,
};

/**
 * The suites. Each has its command, parsers that find counts, failures and failed files in the
 * output, and a reason to skip it if a prerequisite is missing. `crash` matches the output if a
 * browser has crashed. A suite with `isOnlyNamed` runs only if you name it. Sorted from longest to
 * shortest so that no long suite starts last.
 */
const suites = {
  // Each part is a project of the configuration, and starts its own server.
  e2e: {
    ...ofPlaywright('e2e', null, releaseTitlesOf('e2e')),
    parts: ['console', 'reader', 'console states'],
    missing: chromiumMissing,
  },
  server: { ...partsOfServer(), ...ofNode },
  component: { ...ofEngine('chromium'), missing: chromiumMissing },
  webkit: { ...ofEngine('webkit'), missing: webkitMissing },
  firefox: { ...ofEngine('firefox'), missing: firefoxMissing },
  faults: { command: ['--test', 'test/faults/*.test.ts'], ...ofNode },
  reading: {
    tries: 3,
    crash: /session deleted because of page crash/,
    // A part for each engine, because a crash of one repeats its part.
    parts: ['books', 'chromium', 'firefox', 'webkit'],
    partOf: (part) => ({ command: readingCommand(part) }),
    missing: chromiumMissing,
    ...ofNode,
  },
  hostile: {
    command: ['--test', 'test/hostile/*.test.ts'],
    missing: chromiumMissing,
    ...ofNode,
  },
  checks: { command: ['scripts/verify.js', '--static'], ...ofLines },
  // Compiles apps for three frameworks against the package, which only a release publishes.
  types: { command: ['scripts/types.js', '--check'], ...ofLines, isOnlyNamed: !isWhole },
  fuzz: { command: ['--test', 'test/fuzz/*.test.ts'], ...ofNode },
  wordpress: {
    ...ofPlaywright('wordpress'),
    missing: () => chromiumMissing() ?? wordpressMissing(),
    isOnlyNamed: true,
  },
  // Downloads several hundred megabytes of packages.
  'site-builders': {
    ...ofPlaywright('site-builders'),
    missing: chromiumMissing,
    isOnlyNamed: true,
  },
};

const wanted = process.argv.slice(2).filter((arg) => arg !== '--all');
const unknown = wanted.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(
    `Unknown suite: ${unknown.join(', ')}. Available suites: ${Object.keys(suites).join(', ')}.`,
  );
  process.exit(2);
}

const runs = Object.entries(suites)
  .filter(([name, { isOnlyNamed }]) => (wanted.length === 0 ? !isOnlyNamed : wanted.includes(name)))
  .flatMap(partsOf);
if (runs.some(({ name }) => /^(?:e2e|component|reading)/.test(name))) installHeadlessShell();
/**
 * Number of parallel suites. Two more than the processors because each suite waits about half of
 * the time.
 */
const width = Math.min(runs.length, availableParallelism() + 2);
const total = { passed: 0, failed: 0 };
/** Failures, printed again at the end. */
const failures = [];
const children = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of children) stop(child, signal);
    process.exit(1);
  });
}
/** Suites with failures in few files, with the number of their failures. */
const retries = [];
await Promise.all(Array.from({ length: width }, runNext));
for (const retry of retries) await runAgain(retry);
rmSync(scratch, { recursive: true });
if (!isWhole && wanted.length === 0) console.log(`\n${describeRelease()}`);
for (const { title, output } of failures) console.log(`\n${headline(title)}\n${output}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

/** Splits a long suite by file. */
function partsOf([name, suite]) {
  const { parts = [], partOf, ...rest } = suite;
  if (parts.length === 0) return [{ name, ...rest }];
  return parts.map((part) => ({ name: `${name} ${part}`, ...rest, ...partOf(part) }));
}

/**
 * Splits the server's tests into processes. All files of a part run in one process because loading
 * the server takes longer than most files run.
 */
function partsOfServer() {
  // A helper process that a test leaves idle would keep the run open.
  const options = ['--max-semi-space-size=64', '--test-isolation=none', '--test-force-exit'];
  const commands = {};
  const add = (name, count, files, omitted) => {
    for (let at = 1; at <= count; at += 1) {
      const part = [`--test-shard=${at}/${count}`, ...skipTitles(omitted)];
      commands[`${name}${at}/${count}`] = [...part, ...options, '--test', ...files];
    }
  };
  if (isWhole) {
    add('', 5, serverPatterns, []);
  } else {
    const { both, PostgreSQL, SQLite } = serverFiles();
    // Without PostgreSQL, these files run on SQLite.
    const otherDatabase = findPostgres() ? [/, on SQLite/] : [];
    add('on PostgreSQL ', 2, PostgreSQL, [...releaseTitles.server, ...otherDatabase]);
    add('', 2, both, releaseTitles.server);
    add('on SQLite ', 2, SQLite, [/, on PostgreSQL/]);
  }
  return { parts: Object.keys(commands), partOf: (part) => ({ command: commands[part] }) };
}

function readingCommand(part) {
  const [file, group] =
    part === 'books' ? ['reading', 'reading whole books'] : ['layouts', `sections in ${part}`];
  const titles = [`--test-name-pattern=${group}`, ...skipTitles(releaseTitlesOf('reading'))];
  return [...titles, '--test', `test/reading/${file}.test.ts`];
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
      console.log(`${name} stopped early. Running it again …`);
      result = await runSuite(suite);
    }
    const { passed, failed, files } = result;
    if (width > 1 && files.length > 0 && files.length <= maxRetriedFiles)
      retries.push({ suite, files, failed });
    const seconds = Math.round((performance.now() - startedMs) / 1000);
    console.log(`${name}: ${passed} passed, ${failed} failed, in ${seconds} s`);
    total.passed += passed;
    total.failed += failed;
  }
}

/**
 * Runs a suite's failed files again after all suites have ended, because suites that run in
 * parallel delay each other's browsers and timers. A test that fails twice counts as failed. One
 * that passes counts as passed, and its first failure is printed at the end.
 */
async function runAgain({ suite, files, failed }) {
  console.log(`\n${suite.name}: running the failed files again: ${files.join(', ')}`);
  const again = await runSuite({
    ...suite,
    name: `${suite.name}, second run`,
    command: suite.only(suite.command, files),
  });
  const stillFailed = Math.min(again.failed, failed);
  console.log(
    `${suite.name}: ${failed - stillFailed} of ${failed} failures passed in a second run`,
  );
  total.passed += failed - stillFailed;
  total.failed -= failed - stillFailed;
}

/**
 * Runs a suite. One that stops early counts as one failure. Its failures are printed again at the
 * end, even if a second run passes.
 */
async function runSuite({ name, command, env = {}, count, crash, failedFiles, failures: pattern }) {
  const isAlone = width === 1;
  const child = spawn(node, command, {
    cwd: root,
    env: { ...environment, ...(isWhole ? {} : { SVC_TEST_SHORT: '1' }), ...env },
    stdio: ['ignore', 'pipe', isAlone ? 'inherit' : 'pipe'],
    // A separate process group, so that the suite's browsers and servers stop with it.
    detached: true,
  });
  children.add(child);
  let isStopped = false;
  const limit = setTimeout(() => {
    isStopped = true;
    say(`\n${name} was stopped after ${suiteLimitMs / 60_000} minutes.\n`);
    stop(child, 'SIGKILL');
  }, suiteLimitMs);
  console.log(isAlone ? `\n${headline(name)}` : `${name} …`);
  let out = '';
  let output = '';
  // When suites run in parallel, each prints its output at its end.
  const say = (chunk) => {
    if (isAlone) process.stdout.write(chunk);
    else output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    say(chunk);
    out += chunk;
  });
  child.stderr?.setEncoding('utf8').on('data', say);
  // A process left behind by a suite keeps the suite's output open.
  child.once('exit', () => {
    const leftover = setTimeout(() => {
      stop(child, 'SIGKILL');
      child.stdout.destroy();
      child.stderr?.destroy();
    }, leftoverLimitMs);
    child.once('close', () => clearTimeout(leftover));
  });
  const [status, signal] = await once(child, 'close');
  clearTimeout(limit);
  children.delete(child);
  if (!isAlone) console.log(`\n${headline(name)}\n${output}`);
  let result;
  try {
    result = count(out);
  } catch {
    result = { passed: 0, failed: 0 };
  }
  const isBroken = status !== 0 && result.failed === 0;
  if (isBroken) result.failed = 1;
  if (result.failed > 0 && !isAlone) {
    const title = `${name}: ended with ${signal ?? status}`;
    failures.push({ title, output: failuresIn(output, pattern) });
  }
  const hasCrashed = crash?.test(out) ?? false;
  const isCounted = result.failed > 0 && !isBroken;
  const files = isCounted ? (failedFiles?.(stripVTControlCharacters(output || out)) ?? []) : [];
  return { ...result, files, brokeOff: (isBroken || hasCrashed) && !isStopped };
}

/**
 * Returns the failures in a suite's output or, for a suite that stopped early, the output's last
 * lines.
 */
function failuresIn(output, pattern) {
  const plain = stripVTControlCharacters(output).trim();
  const listed = plain.match(pattern)?.join('\n\n').split('\n').slice(0, failureLines);
  return (listed ?? plain.split('\n').slice(-failureLines)).join('\n');
}

/** Sends a signal to a suite and to all processes that it started. */
function stop(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The suite has already ended.
  }
}

function headline(name) {
  return `── ${name} ${'─'.repeat(70 - name.length)}`;
}

/** Whether a file's result in Playwright's report, or a group of tests in it, has a failure. */
function hasFailed({ specs = [], suites: groups = [] }) {
  return specs.some(({ ok }) => !ok) || groups.some(hasFailed);
}

/** Returns the distinct first groups of all matches. */
function matches(text, pattern) {
  return [...new Set([...text.matchAll(pattern)].map(([, group]) => group))];
}

function last(text, pattern) {
  return Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
}
