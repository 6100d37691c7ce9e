#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Half of a short command's time is the reading of its sources. Where it cannot be written it does without.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
// Loaded now: what is imported above is read before.
const { runCommand: run } = await import('./cli/run.ts');

const exitCode = await run(process.argv.slice(2));
if (exitCode !== null) process.exitCode = exitCode;
