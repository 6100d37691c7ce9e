import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { tiers } from './contract.ts';
import { type Tier } from '../values/permissions.ts';

/** Returns bytes from a cryptographic source. */
export type RandomBytes = (size: number) => Uint8Array;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 24 characters from an alphabet of 62 encode 142 bits. */
const randomLength = 24;
/** 6 characters (62^6 values) encode the 32 bits of a CRC. */
const checksumLength = 6;
const publishablePrefix = 'pub';

const keyPattern = new RegExp(
  `^svc_(${Object.values(tiers)
    .map(({ segment }) => segment)
    .join('|')})_((?:pub)?[0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

/**
 * Creates a key in the format `svc_<segment>_<random><checksum>`. The random part of a publishable
 * key starts with `pub`.
 */
export function generateKey(
  tier: Tier,
  kind: 'secret' | 'publishable',
  random: RandomBytes,
): string {
  const chance = randomText(random);
  // Otherwise, 1 in 238,328 secret keys would start with `pub`, too.
  if (kind === 'secret' && chance.startsWith(publishablePrefix))
    return generateKey(tier, kind, random);
  const body = `svc_${tiers[tier].segment}_${kind === 'publishable' ? publishablePrefix : ''}${chance}`;
  return body + checksumOf(body);
}

/** Whether a string has the format of a key and a correct checksum. */
export function isWellFormedKey(text: string): boolean {
  const match = keyPattern.exec(text);
  return match !== null && checksumOf(text.slice(0, -checksumLength)) === match[3];
}

/**
 * Returns the stored form of a key, its SHA-256 in hex. Random keys need neither salt nor
 * stretching.
 */
export function hashKey(text: string): string {
  return hash('sha256', text, 'hex');
}

function checksumOf(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

function randomText(random: RandomBytes): string {
  // Larger bytes would make the first characters of the alphabet more likely.
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < randomLength) {
    for (const byte of random(randomLength)) {
      if (byte < fair && text.length < randomLength)
        text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
