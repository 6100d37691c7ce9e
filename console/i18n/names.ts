import type { Role } from '../api/contract.ts';
import { t } from './translate.ts';

/** Returns the name of a role, such as “Owner”. */
export function roleName(role: Role): string {
  return t(`role.${role}`);
}

/** Returns a one-sentence description of a role's rights. */
export function roleText(role: Exclude<Role, 'operator'>): string {
  return t(`role.${role}.text`);
}
