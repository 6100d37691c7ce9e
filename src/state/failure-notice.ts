import type { ReaderFailure } from '../api/api-failure.ts';

/** The message for a failure. */
export type FailureNoticeKind =
  | 'bookMissing'
  | 'keyMissing'
  | 'keyInvalid'
  | 'originRefused'
  | 'secretKey'
  | 'quota'
  | 'busy'
  | 'blocked'
  | 'unreachable'
  | 'apiMissing'
  | 'offline'
  | 'updated'
  | 'bookUnknown'
  | 'notLicensed'
  | 'accessEnded'
  | 'other';

export interface FailureNotice {
  kind: FailureNoticeKind;
  canRetry: boolean;
  /** Time in milliseconds since 1970 from which a retry can succeed, or null if unknown. */
  retryAtMs: number | null;
}

const kindByCode: Partial<Record<string, FailureNoticeKind>> = {
  book_missing: 'bookMissing',
  key_missing: 'keyMissing',
  key_invalid: 'keyInvalid',
  key_expired: 'keyInvalid',
  key_revoked: 'keyInvalid',
  account_suspended: 'keyInvalid',
  permission_denied: 'keyInvalid',
  origin_not_allowed: 'originRefused',
  secret_key_in_browser: 'secretKey',
  quota_daily: 'quota',
  quota_monthly: 'quota',
  burst: 'busy',
  too_many_requests: 'busy',
  overloaded: 'busy',
  offline: 'offline',
  request_blocked: 'blocked',
  api_unreachable: 'unreachable',
  api_missing: 'apiMissing',
  reader_updated: 'updated',
  book_not_found: 'bookUnknown',
  not_licensed: 'notLicensed',
  access_expired: 'accessEnded',
  session_expired: 'accessEnded',
  session_invalid: 'accessEnded',
  session_ended: 'accessEnded',
};

/** Failures that a retry cannot resolve. */
const lastingKinds = new Set<FailureNoticeKind>([
  'bookMissing',
  'keyMissing',
  'keyInvalid',
  'originRefused',
  'secretKey',
  'bookUnknown',
  'notLicensed',
]);

export function failureNotice({ code, atMs, retryAfterSeconds }: ReaderFailure): FailureNotice {
  // Use `Object.hasOwn`, because a code may have the name of an inherited property.
  const kind = (Object.hasOwn(kindByCode, code) && kindByCode[code]) || 'other';
  return {
    kind,
    canRetry: !lastingKinds.has(kind),
    retryAtMs: retryAfterSeconds === null ? null : atMs + retryAfterSeconds * 1000,
  };
}
