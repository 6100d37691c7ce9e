import type { Checks } from '../check.ts';

/** The automated tests, by id. */
export const checks: Checks = {};
