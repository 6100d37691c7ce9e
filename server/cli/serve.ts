import type { Command } from 'commander';
import { readConfig } from '../config.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description(
      'run the server; its settings are environment variables (see docs/reference/environment.md)',
    )
    .action(async () => {
      // Loaded now: the other commands do without the server, and with half the memory.
      const { serveUntilSignal } = await import('../main.ts');
      await serveUntilSignal(readConfig(process.env));
    });
}
