import { SvcReader } from './svc-reader.ts';

// A second copy of the script on the same page leaves the first one's element alone.
if (!customElements.get('svc-reader')) customElements.define('svc-reader', SvcReader);
