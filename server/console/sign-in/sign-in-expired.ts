import { Failure } from '../../failure.ts';

/**
 * The error for a sign-in or registration that is already complete, took too long, or began in
 * another browser.
 */
export function signInExpired(): Failure {
  return new Failure(
    'sign_in_expired',
    'This took too long or was already completed. Start again.',
  );
}
