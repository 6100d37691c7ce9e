import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/**
 * Quality 6 compresses a long novel in less than half a second, to within 4% of the size at quality
 * 11.
 */
const quality = 6;
/**
 * Binary logarithms of the window's size in bytes. An encoder's memory grows with its window, and
 * the default window of 4 MB takes longer to allocate and to free than a small file takes to
 * compress. Files longer than 512 kB are rare.
 */
const [minWindow, maxWindow] = [constants.BROTLI_MIN_WINDOW_BITS, 19];

/** Compresses content that is stored or sent many times. */
export function compressBrotli(content: Uint8Array): Promise<Buffer> {
  const fittingWindow = Math.ceil(Math.log2(content.length + 1));
  return compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.max(minWindow, Math.min(maxWindow, fittingWindow)),
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}
