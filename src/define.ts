import { SvcReader } from './svc-reader.ts';

// If the page loads the script twice, keep the first definition.
if (!customElements.get('svc-reader')) customElements.define('svc-reader', SvcReader);
