// Follows the toolkit's testapp/vanilla: a manifest over HTTP, an EpubNavigator, and keys from its
// keyboard peripherals.
import { EpubNavigator } from '@readium/navigator';
import { HttpFetcher, Link, Locator, Manifest, Publication } from '@readium/shared';

const place = new URLSearchParams(location.search);
const manifestUrl = new URL(place.get('manifest'), location.href).href;
const fetcher = new HttpFetcher(undefined, manifestUrl);
const manifest = Manifest.deserialize(
  await fetcher.get(new Link({ href: 'manifest.json' })).readAsJSON(),
);
manifest.setSelfLink(manifestUrl);
const publication = new Publication({ manifest, fetcher });
const positions = await publication.positionsFromManifest();
const start = positions.find((position) => position.href === place.get('href'));

const listeners = {
  peripheral({ key }) {
    if (key === 'ArrowRight') navigator.goForward(false, () => {});
    if (key === 'ArrowLeft') navigator.goBackward(false, () => {});
  },
};
const navigator = new EpubNavigator(
  document.querySelector('#reader'),
  publication,
  listeners,
  positions,
  start,
  {
    preferences: { columnCount: 2 },
    defaults: {},
    keyboardPeripherals: [{ type: 'turn', keyCombos: [{ keyCode: 39 }, { keyCode: 37 }] }],
  },
);
await navigator.load();
