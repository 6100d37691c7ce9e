import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { Failure, type FailureDetail } from '../failure.ts';
import { maxPasswordLength, minPasswordLength, NewPassword } from './contract.ts';

/** Each hash uses 19 MiB and a thread. Requests beyond this limit wait. */
const hashing = pLimit(2);

/** Returns the Argon2id hash in PHC format, with the parameters that OWASP recommends. */
export function hashPassword(password: string): Promise<string> {
  return hashing(() => hash(password.normalize('NFC')));
}

let unknownHash: Promise<string> | null = null;

/**
 * Checks a password. Takes the same time if there is no stored hash, so that the response time does
 * not reveal whether an email address belongs to a user.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  unknownHash ??= hashPassword('no password has this hash');
  const compared = stored ?? (await unknownHash);
  const matches = await hashing(() => verify(compared, password.normalize('NFC')));
  return matches && stored !== null;
}

let loading: Promise<ReadonlySet<string>> | null = null;

/** Loaded when the first password is set, because the list takes a few megabytes. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map((word) => fold(String(word))));
}

/**
 * Rejects common passwords and passwords based on the user's own data.
 *
 * @throws Failure `invalid_request`.
 */
export async function requireUncommon(password: string, own: readonly string[]): Promise<void> {
  loading ??= loadCommonPasswords();
  const common = await loading;
  const folded = fold(password);
  const words = own.flatMap((text) => fold(text).split(/[^\p{L}\p{N}]+/u));
  const rest = words
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, ''), folded);
  const isOwn = rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 4;
  const hasFewCharacters = new Set(folded).size < 4;
  if (!common.has(folded) && !isOwn && !hasFewCharacters) return;
  const detail = 'Must not be easy to guess. Use several unrelated words, or a password manager.';
  throw new Failure('invalid_request', `password: ${detail}`, {
    errors: [{ pointer: '/password', detail, reason: 'easy_to_guess' }],
  });
}

/**
 * Checks the length of a new password, and rejects common ones.
 *
 * @throws Failure `invalid_request`.
 */
export async function requireNewPassword(text: string, own: readonly string[]): Promise<void> {
  const { error } = NewPassword.safeParse(text);
  if (error) {
    const detail = error.issues.map(({ message }) => message).join(' ');
    const isShort = text.length < minPasswordLength;
    const rule: Pick<FailureDetail, 'reason' | 'values'> = isShort
      ? { reason: 'too_short', values: { min: minPasswordLength } }
      : { reason: 'too_long', values: { max: maxPasswordLength } };
    throw new Failure('invalid_request', `password: ${detail}`, {
      errors: [{ pointer: '/password', detail, ...rule }],
    });
  }
  await requireUncommon(text, own);
}

/** Ignores case and trailing digits and punctuation, because attackers try such variations. */
function fold(password: string): string {
  const lower = password.normalize('NFKC').toLowerCase();
  return lower.replace(/[\d\p{P}\p{S}]+$/u, '') || lower;
}
