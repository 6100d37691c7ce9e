import { Failure } from '../failure.ts';
import { mostLogoBytes } from './file-fields.ts';
import { bytesOfDataUrl, storedFile, type StoredFile } from './stored-file.ts';
import { svgFault } from './svg-fault.ts';

export interface DrawnLogo {
  file: StoredFile;
  /** In CSS pixels. */
  width: number;
  height: number;
}

/** Wider than any screen shows one, sharp screens included. */
const mostPixels = { width: 1600, height: 800 };
const mostPixelsRead = 4096 * 4096;
const secondsToDraw = 5;

/**
 * Draws a logo anew, so that nothing of the file that came in is served: an SVG as pixels, twice as
 * many as it says, so that sharp screens show it sharply.
 *
 * @param url - `data:` URL of a PNG, JPEG, WebP or SVG.
 * @throws Failure `invalid_request`: names `/logo/data`.
 */
export async function drawLogo(url: string): Promise<DrawnLogo> {
  const bytes = bytesOfDataUrl(url);
  if (!bytes) throw refusal('It is not Base64.');
  if (bytes.length > mostLogoBytes) throw refusal('Must be a file of at most 200 kilobytes.');
  const type = /^data:([^;]+)/.exec(url)?.[1] ?? '';
  const format = formatOf(bytes);
  if (`image/${format}` !== type.replace('svg+xml', 'svg')) {
    throw refusal(`It says that it is ${type}, but its bytes are not.`);
  }
  if (format === 'svg') {
    const fault = svgFault(new TextDecoder().decode(bytes));
    if (fault) throw refusal(fault);
  }
  return await draw(bytes, format === 'svg' ? 2 : 1, format === 'jpeg');
}

async function draw(bytes: Uint8Array, scale: number, isPhoto: boolean): Promise<DrawnLogo> {
  // The library takes 20 MB of memory, which a server without logos can do without.
  const { default: sharp } = await import('sharp');
  try {
    const { data, info } = await sharp(bytes, {
      density: 72 * scale,
      limitInputPixels: mostPixelsRead,
      failOn: 'error',
    })
      .timeout({ seconds: secondsToDraw })
      .autoOrient()
      .resize({ ...mostPixels, fit: 'inside', withoutEnlargement: true })
      .webp(isPhoto ? { quality: 90 } : { lossless: true })
      .toBuffer({ resolveWithObject: true });
    return {
      file: storedFile(data, 'image/webp', 'webp'),
      width: Math.max(1, Math.round(info.width / scale)),
      height: Math.max(1, Math.round(info.height / scale)),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : '';
    throw refusal(`It cannot be drawn: ${reason}.`, cause);
  }
}

/** By their first bytes; what is none of the others is taken for an SVG and must be well-formed. */
function formatOf(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | 'svg' {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u0089PNG\r\n')) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp';
  return 'svg';
}

function refusal(detail: string, cause?: unknown): Failure {
  const pointer = '/logo/data';
  return new Failure('invalid_request', `${pointer}: ${detail}`, {
    errors: [{ pointer, detail }],
    cause,
  });
}
