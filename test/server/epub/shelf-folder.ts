import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the sample books are, on the machines that have them. */
export const shelf =
  process.env['SVC_TEST_DATA'] ??
  fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/** Why tests that need them are left out, or false. */
export const noShelf = existsSync(join(shelf, 'epubs'))
  ? false
  : `there is no sample data at ${shelf}`;
