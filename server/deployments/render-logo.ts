import { Failure } from '../failure.ts';
import { maxLogoBytes } from './deployment-fields.ts';
import { decodeDataUrl, toStoredFile, type StoredFile } from './stored-file.ts';
import { findSvgViolation } from './svg-violation.ts';

export interface RenderedLogo {
  file: StoredFile;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** Maximum size in pixels. Larger than any displayed logo, even on high-density screens. */
const maxSize = { width: 1600, height: 800 };
const maxInputPixels = 4096 * 4096;
const renderTimeoutSeconds = 5;

/**
 * Re-renders a logo because no part of the uploaded file may be served. SVGs are rasterized at
 * twice their size for high-density screens.
 *
 * @param url - `data:` URL of a PNG, JPEG, WebP or SVG.
 * @throws Failure `invalid_request` with the pointer `/logo/data`.
 */
export async function renderLogo(url: string): Promise<RenderedLogo> {
  const bytes = decodeDataUrl(url);
  if (!bytes) throw invalidLogo('Must be valid Base64.');
  if (bytes.length > maxLogoBytes) throw invalidLogo('Must be a file of at most 200 kB.');
  const type = /^data:([^;]+)/.exec(url)?.[1] ?? '';
  const format = formatOf(bytes);
  if (`image/${format}` !== type.replace('svg+xml', 'svg')) {
    throw invalidLogo(`The file is not of the declared type ${type}.`);
  }
  if (format === 'svg') {
    const violation = findSvgViolation(new TextDecoder().decode(bytes));
    if (violation) throw invalidLogo(violation);
  }
  return await renderWebp(bytes, format === 'svg' ? 2 : 1, format === 'jpeg');
}

async function renderWebp(
  bytes: Uint8Array,
  scale: number,
  isPhoto: boolean,
): Promise<RenderedLogo> {
  // Load sharp on demand because it takes 20 MB of memory, which a server without logos does not
  // need.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, {
      density: 72 * scale,
      limitInputPixels: maxInputPixels,
      failOn: 'error',
    })
      .timeout({ seconds: renderTimeoutSeconds })
      .autoOrient()
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .webp(isPhoto ? { quality: 90 } : { lossless: true })
      .toBuffer({ resolveWithObject: true });
    return {
      file: toStoredFile(data, 'image/webp', 'webp'),
      width: Math.max(1, Math.round(info.width / scale)),
      height: Math.max(1, Math.round(info.height / scale)),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : '';
    throw invalidLogo(`The image cannot be rendered: ${reason}.`, cause);
  }
}

/**
 * Detects the format from the first bytes. Other files are treated as SVGs, which must be
 * well-formed.
 */
function formatOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'svg' {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u0089PNG\r\n')) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return 'svg';
}

function invalidLogo(detail: string, cause?: unknown): Failure {
  const pointer = '/logo/data';
  return new Failure('invalid_request', `${pointer}: ${detail}`, {
    errors: [{ pointer, detail, reason: 'file' }],
    cause,
  });
}
