import { Task } from '@lit/task';

/**
 * A task that keeps its data if a reload fails, so that typed text is kept. Discards data for other
 * arguments.
 */
export class DataTask<Args extends readonly unknown[], Data> extends Task<Args, Data> {
  /** Data of the last successful run with the current arguments. */
  kept: Data | undefined;

  /** @param args - The changed arguments, or undefined for a reload. */
  override run(args?: Args): Promise<void> {
    this.kept = args ? undefined : (this.value ?? this.kept);
    return super.run(args);
  }
}
