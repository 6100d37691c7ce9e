// Follows the package's examples/archived.html: opens and renders the book, and turns pages with
// the arrow keys.
import ePub from 'epubjs-0.3';

const place = new URLSearchParams(location.search);
const book = ePub(place.get('book'));
const rendition = book.renderTo('reader', { width: '100%', height: '100%', flow: 'paginated' });

function turn({ key }) {
  if (key === 'ArrowRight') rendition.next();
  if (key === 'ArrowLeft') rendition.prev();
}
document.addEventListener('keydown', turn);
rendition.on('keydown', turn);
await rendition.display(place.get('href') ?? undefined);
