import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { generateSecret, signatureHeaders } from '../../../server/webhooks/signature.ts';

const file = join(import.meta.dirname, '../../../../shared/data/webhooks/vectors.json');
const missing = existsSync(file) ? false : `${file} is not there`;
const Vectors = z.object({
  vectors: z.array(
    z.object({
      secret: z.string(),
      id: z.string(),
      timestamp: z.number(),
      payload: z.string(),
      signature: z.string(),
    }),
  ),
});

const body = '{"id":"evt_1","text":"naïve 本 📚"}';

describe('Signing a webhook', () => {
  it('generates secrets of whsec_ and 32 bytes in base64', () => {
    const secret = generateSecret(() => new Uint8Array(32).fill(255));

    assert.equal(secret, 'whsec_//////////////////////////////////////////8=');
    assert.notEqual(generateSecret(randomBytes), generateSecret(randomBytes));
  });

  it('is verified by the official library', () => {
    const secret = generateSecret(randomBytes);

    const headers = signatureHeaders([secret], 'evt_1', new Date(), body);

    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  });

  it('is verified with the old and with the new secret during a rotation', () => {
    const secrets = [generateSecret(randomBytes), generateSecret(randomBytes)];

    const headers = signatureHeaders(secrets, 'evt_1', new Date(), body);

    assert.equal(headers['webhook-signature']?.split(' ').length, 2);
    for (const secret of secrets) new Webhook(secret).verify(body, headers);
    assert.throws(
      () => new Webhook(generateSecret(randomBytes)).verify(body, headers),
      /No matching/,
    );
  });

  it('is rejected by the official library if a byte or the id was changed', () => {
    const secret = generateSecret(randomBytes);
    const headers = signatureHeaders([secret], 'evt_1', new Date(), body);

    assert.throws(() => new Webhook(secret).verify(`${body} `, headers), /No matching/);
    assert.throws(
      () => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' }),
      /No matching/,
    );
  });

  it('is the HMAC of id, whole seconds and body', () => {
    const sentAt = new Date('2026-11-21T12:00:00.999Z');
    const expected = createHmac('sha256', 'key')
      .update(`evt_1.1795262400.${body}`)
      .digest('base64');

    assert.deepEqual(signatureHeaders(['whsec_a2V5'], 'evt_1', sentAt, body), {
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1795262400',
      'webhook-signature': `v1,${expected}`,
    });
  });

  it('needs a secret', () => {
    assert.throws(() => signatureHeaders([], 'evt_1', new Date(), body), /No secret/);
  });

  it('matches the published test vectors', { skip: missing }, () => {
    const { vectors } = Vectors.parse(JSON.parse(readFileSync(file, 'utf8')));

    for (const { secret, id, timestamp, payload, signature } of vectors) {
      const headers = signatureHeaders([secret], id, new Date(timestamp * 1000), payload);
      assert.equal(headers['webhook-signature'], signature);
    }
    assert.ok(vectors.length > 0);
  });
});
