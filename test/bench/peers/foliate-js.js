// Follows the package's reader.js: a view opens the .epub file, in two columns and without
// animation.
import 'foliate-js/view.js';

const place = new URLSearchParams(location.search);
const view = document.createElement('foliate-view');
view.style.cssText = 'display: block; block-size: 100%';

function turn({ key }) {
  if (key === 'ArrowRight') view.goRight();
  if (key === 'ArrowLeft') view.goLeft();
}
document.addEventListener('keydown', turn);
view.addEventListener('load', ({ detail }) => detail.doc.addEventListener('keydown', turn));

/** Reads unarchived files as in the README, with a loader over HTTP that reports no sizes. */
async function unpackedBook(base) {
  const { EPUB } = await import('foliate-js/epub.js');
  const get = async (name) => {
    const response = await fetch(base + name);
    return response.ok ? response : null;
  };
  return new EPUB({
    loadText: async (name) => (await get(name))?.text(),
    loadBlob: async (name) => (await get(name))?.blob(),
    getSize: () => 1,
  }).init();
}

document.querySelector('#reader').append(view);
await view.open(place.get('book') ?? (await unpackedBook(place.get('unpacked'))));
if (place.has('href')) await view.goTo(place.get('href'));
else view.renderer.next();
