import { SvcReader } from './svc-reader.ts';

// If the page loads the script twice, the first definition stays.
if (!customElements.get('svc-reader')) customElements.define('svc-reader', SvcReader);
