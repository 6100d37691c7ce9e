import { LRUCache } from 'lru-cache';
import type { StoredDeployment } from '../deployments/stored-deployment.ts';

/** In px. Browsers show it at 16 to 32 CSS pixels, and search engines require a multiple of 48. */
const size = 96;

/** The icon of publishers without a logo: an open book. */
const openBook = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">
<rect width="24" height="24" rx="5" fill="#2457d6"/>
<path d="M12 7.5C10.3 6.2 8 5.8 5 5.9v11c3-.1 5.3.3 7 1.6 1.7-1.3 4-1.7 7-1.6v-11c-3-.1-5.3.3-7 1.6z" fill="#fff"/>
<path d="M12 7.5v11" stroke="#2457d6" stroke-width="1.2"/></svg>`;

/** Maximum number of cached icons. Each takes a few kilobytes. */
const maxIcons = 500;

/**
 * Returns the function that renders the icon of a deployment's pages: its logo, or an open book.
 *
 * @param findFile - Returns one of the deployment's files.
 */
export function pageIcons(
  findFile: (deploymentId: string, name: string) => Promise<{ bytes: Uint8Array } | null>,
): (deployment: Pick<StoredDeployment, 'id' | 'logo'>) => Promise<Uint8Array> {
  const icons = new LRUCache<string, Uint8Array>({ max: maxIcons });
  return async ({ id, logo }) => {
    const name = logo?.file ?? '';
    const known = icons.get(name);
    if (known) return known;
    const file = logo && (await findFile(id, logo.file));
    // Loaded on demand because it takes 20 MB of memory.
    const { default: sharp } = await import('sharp');
    const icon = await sharp(file?.bytes ?? Buffer.from(openBook))
      .resize({ width: size, height: size, fit: 'contain', background: '#0000' })
      .png()
      .toBuffer();
    icons.set(name, icon);
    return icon;
  };
}
