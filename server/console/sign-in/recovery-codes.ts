import { hashPassword } from '../passwords.ts';

const recoveryCodeCount = 10;

/** Crockford's Base32, without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

export interface NewRecoveryCode {
  position: number;
  /**
   * For example, `3k8dw-x2q9r`. The first digit is the position, and the rest has 45 random bits.
   */
  text: string;
  hash: string;
}

/** Creates codes. Each is hashed like a password because it has less than 112 bits (ASVS 6.5.2). */
export async function newRecoveryCodes(
  random: (size: number) => Uint8Array,
): Promise<NewRecoveryCode[]> {
  const codes = Array.from({ length: recoveryCodeCount }, async (_none, position) => {
    const letters = Array.from(random(9), (byte) => alphabet[byte % alphabet.length]).join('');
    const code = `${position}${letters}`;
    const text = `${code.slice(0, 5)}-${code.slice(5)}`;
    return { position, text, hash: await hashPassword(code) };
  });
  return Promise.all(codes);
}

/**
 * Removes characters that people add and replaces characters that they confuse when typing a code.
 */
export function normalizeCode(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/gu, '');
  return plain.replaceAll('o', '0').replaceAll(/[il]/g, '1');
}

/**
 * Returns the position encoded in a normalized recovery code, or null if the string is not a
 * recovery code.
 */
export function positionIn(code: string): number | null {
  return /^\d[0-9a-z]{9}$/.test(code) ? Number(code[0]) : null;
}
