import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * The first of the names that is a program on the PATH.
 *
 * @returns {string | undefined}
 */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** @returns {string | null} What the variable names, which must be a program then. */
export function chosenProgram(variable) {
  const chosen = process.env[variable];
  if (!chosen) return null;
  if (isExecutable(chosen)) return chosen;
  throw new Error(`${variable} is ${chosen}, which cannot be run.`);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
