import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { serveUntilSignal } from '../main.ts';

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run the server; its settings are environment variables (see the README)')
    .action(async () => {
      await serveUntilSignal(readConfig(process.env));
    });
}
