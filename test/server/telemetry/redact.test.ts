import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { generateKey } from '../../../server/keys/key-format.ts';
import { redact } from '../../../server/telemetry/redact.ts';
import { Tier } from '../../../server/values/permissions.ts';
import { generateSecret } from '../../../server/webhooks/signature.ts';

/** Sensitive values, each with text that contains it. */
const samples = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Tier.options), fc.constantFrom('secret', 'publishable'))
    .map(([tier, kind]) => generateKey(tier, kind, randomBytes))
    .map((key) => ({ value: key.slice(-20), text: `invalid key ${key}` })),
  fc.constant(null).map(() => {
    const secret = generateSecret(randomBytes);
    return { value: secret.slice(6), text: `sealed ${secret}, then sent` };
  }),
  fc
    .stringMatching(/^[a-z0-9.]{1,20}@[a-z]{2,10}\.(?:com|co\.uk|example)$/)
    .map((email) => ({ value: email, text: `Key (email)=(${email}) already exists.` })),
  fc
    .stringMatching(/^[\w-]{12,40}$/)
    .chain((token) =>
      fc.constantFrom(
        { value: token, text: `GET /v1/reader/embed?book=bk_1&key=${token} failed` },
        { value: token, text: `https://example.com/a?token=${token}` },
        { value: token, text: `Authorization: Bearer ${token}` },
        { value: token, text: `connect postgres://svc:${token}@db.example.com:5432/svc` },
        { value: token, text: JSON.stringify({ password: token, a: 1 }) },
        { value: token, text: `"Cookie": "${token}"` },
        { value: token, text: `session eyJhbGciOiJIUzI1NiJ9.eyJ4Ijox.${token}` },
      ),
    ),
);

describe('redact', () => {
  it('removes sensitive values wherever they are, and keeps the JSON of the line valid', () => {
    fc.assert(
      fc.property(
        samples,
        fc.string({ unit: 'grapheme' }),
        fc.string(),
        (sample, before, after) => {
          const text = `${before} ${sample.text} ${after}`;
          const line = JSON.stringify({
            level: 50,
            err: { message: text, stack: `${text}\n  at` },
          });

          const result = redact(line);

          assert.ok(!result.includes(sample.value), result);
          const { level, err } = JSON.parse(result);
          assert.equal(level, 50);
          assert.equal(typeof err.stack, 'string');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps lines without sensitive values', () => {
    const line = JSON.stringify({
      event: 'request.completed',
      path: '/v1/books/bk_01JABC/sections/3',
      status: 200,
      keyId: 'key_01JABC',
      msg: 'select "id" from "books" where "id" = ? and "author" = ?',
    });
    assert.equal(redact(line), line);
  });

  it('takes time proportional to the length of hostile text', () => {
    for (const part of ['a', 'a.', 'eyJaaaaa.', 'a://', '?a[', 'token', 'svc_a', '%40', 'a@a.']) {
      const text = `@${part.repeat(200_000 / part.length)}`;
      const startedMs = performance.now();
      redact(text);
      const ms = performance.now() - startedMs;
      assert.ok(ms < 3000, `${part}: ${ms} ms`);
    }
  });
});
