import type { Command } from 'commander';
import { readConfig } from '../config.ts';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description(
      'run the server, configured by environment variables (see docs/reference/environment.md)',
    )
    .action(async () => {
      // Loaded on demand because the other commands need only half the memory without the server.
      const { serveUntilSignal } = await import('../main.ts');
      await serveUntilSignal(readConfig(process.env));
    });
}
