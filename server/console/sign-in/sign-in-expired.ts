import { Failure } from '../../failure.ts';

/** The error of a sign-in or registration that was completed, took too long, or began in another browser. */
export function signInExpired(): Failure {
  return new Failure(
    'sign_in_expired',
    'This took too long or was already completed. Start again.',
  );
}
