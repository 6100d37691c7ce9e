import { addAbortSignal, Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { objectName, type ObjectStore, StorageError } from './object-store.ts';

/** Limits in milliseconds, so that an object store that hangs does not block requests forever. */
export interface S3Timeouts {
  /** Time without a byte of a read. The SDK tries three times, and readers wait for 20 seconds. */
  readIdleMs: number;
  /** Time of a whole read, which can return up to 100 MB. */
  readMs: number;
  /** Time without a byte of a write, which some services store slowly. */
  writeIdleMs: number;
}

const defaultTimeouts: S3Timeouts = { readIdleMs: 5000, readMs: 60_000, writeIdleMs: 30_000 };
const connectionTimeoutMs = 5000;

/**
 * Stores objects in a bucket of S3 or a compatible service. The AWS SDK reads the region, endpoint
 * and credentials from the environment, such as `AWS_REGION` and `AWS_ENDPOINT_URL_S3`.
 *
 * @param url - `s3://bucket` or `s3://bucket/prefix`
 */
export function s3Store(url: string, timeouts: S3Timeouts = defaultTimeouts): ObjectStore {
  const { hostname: bucket, pathname } = new URL(url);
  const prefix = pathname.replace(/^\/|\/$/g, '');
  const keyOf = (hash: string) => [prefix, objectName(hash)].filter((one) => one !== '').join('/');
  let opened: ReturnType<typeof open> | null = null;
  const s3 = () => (opened ??= open(timeouts));

  return {
    url,

    async put(hash, bytes) {
      const { writer, commands } = await s3();
      await explained(() =>
        writer.send(
          new commands.PutObjectCommand({ Bucket: bucket, Key: keyOf(hash), Body: bytes }),
        ),
      );
    },

    async get(hash) {
      const { reader, commands } = await s3();
      return explained(async () => {
        try {
          const command = new commands.GetObjectCommand({ Bucket: bucket, Key: keyOf(hash) });
          const abortSignal = AbortSignal.timeout(timeouts.readMs);
          const { Body } = await reader.send(command, { abortSignal });
          if (Body instanceof Readable) addAbortSignal(abortSignal, Body);
          return Body ? await Body.transformToByteArray() : null;
        } catch (error) {
          if (error instanceof commands.NoSuchKey) return null;
          throw error;
        }
      });
    },

    async remove(hash) {
      const { writer, commands } = await s3();
      await explained(() =>
        writer.send(new commands.DeleteObjectCommand({ Bucket: bucket, Key: keyOf(hash) })),
      );
    },
  };

  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
      throw new StorageError(`The object storage at ${url} failed: ${name}: ${message}`, { cause });
    }
  }
}

/** Loads the SDK on first use because most servers store objects in the database. */
async function open({ readIdleMs, writeIdleMs }: S3Timeouts) {
  const commands = await import('@aws-sdk/client-s3');
  const clientWith = (socketTimeout: number): S3Client =>
    new commands.S3Client({
      // Compatible services at an IP address or a single host name have no subdomain per bucket.
      forcePathStyle: hasOwnEndpoint(),
      // Not every compatible service supports the checksums that S3 added later. Reads compare the
      // SHA-256 instead.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { socketTimeout, connectionTimeout: connectionTimeoutMs },
    });
  return { reader: clientWith(readIdleMs), writer: clientWith(writeIdleMs), commands };
}

function hasOwnEndpoint(): boolean {
  return Boolean(process.env['AWS_ENDPOINT_URL_S3'] || process.env['AWS_ENDPOINT_URL']);
}
