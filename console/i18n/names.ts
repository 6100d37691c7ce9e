import type { Role } from '../api/contract.ts';
import { t } from './translate.ts';

/** The name of a role, such as “Owner”. */
export function roleName(role: Role): string {
  return t(`role.${role}`);
}

/** What a role may do, in one sentence. */
export function roleText(role: Exclude<Role, 'operator'>): string {
  return t(`role.${role}.text`);
}
