/** Replaces a sensitive value. */
const redacted = '[redacted]';

/**
 * Patterns of sensitive text. Each match ends before quotes, spaces and backslashes, so that JSON
 * stays valid. Repetitions within a pattern are limited, so that the time is proportional to the
 * length of the text.
 */
const patterns: readonly [pattern: RegExp, replacement: string][] = [
  // Credentials in a header or an option.
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, `$1 ${redacted}`],
  // Webhook secrets.
  [/\bwhsec_[\w+/=-]+/g, `whsec_${redacted}`],
  // API keys. Their kind remains readable.
  [/\bsvc_([a-z]{1,12})_(pub)?[0-9A-Za-z]{20,}/g, `svc_$1_$2${redacted}`],
  // Session tokens and other JWTs.
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, redacted],
  // The user and password in a URL.
  [/(\b[a-z][a-z\d+.-]{1,20}:\/\/)[^\s"'\\/@]{1,500}@/gi, `$1${redacted}@`],
  // The query of a URL or path, which can contain a signature, a token or a reader's search.
  [/\?[\w.[\]%~-]{1,100}=[^\s"'<>\\)]*/g, `?${redacted}`],
  // Members of JSON objects and options whose name shows that the value is secret.
  [
    /((?:\\?["'])?(?:password|passwd|secret|token|authorization|cookie|set-cookie|api[_-]?key|signature)(?:\\?["'])? ?[:=] ?)(\\?["'])?[^\s"'\\,;&}]{3,}/gi,
    `$1$2${redacted}`,
  ],
  // Email addresses.
  [/[\w.%+-]{1,64}(?:@|%40)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}/gi, redacted],
];

/**
 * Whether text can contain any of the patterns. Most log lines cannot, so they require only one
 * search.
 */
const suspicious =
  /whsec_|svc_|eyJ|:\/\/|\?|@|%40|bearer|basic|passw|secret|token|authorization|cookie|api[_-]?key|signature/i;

/**
 * Removes credentials, webhook secrets, session tokens, email addresses and the queries of URLs
 * from text, such as a log line. Valid JSON stays valid.
 */
export function redact(text: string): string {
  if (!suspicious.test(text)) return text;
  return patterns.reduce(
    (result, [pattern, replacement]) => result.replace(pattern, replacement),
    text,
  );
}
