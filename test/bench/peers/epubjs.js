// Follows the package's examples/archived.html: opens and renders the .epub file, and turns pages
// with the arrow keys.
import ePub from 'epubjs';

// Its managers and views are looked up on the global name that its script tag would set.
globalThis.ePub = ePub;

const place = new URLSearchParams(location.search);
const book = await ePub(place.get('book'));
const rendition = book.renderTo('reader', { width: '100%', height: '100%', flow: 'paginated' });

function turn({ key }) {
  if (key === 'ArrowRight') rendition.next();
  if (key === 'ArrowLeft') rendition.prev();
}
document.addEventListener('keydown', turn);
rendition.on('keydown', turn);
await rendition.display(place.get('href') ?? undefined);
