import { SvcReader } from './svc-reader.ts';

export * from './events/request-events.ts';
export { settingChoices } from './state/settings.ts';

// If the page loads the script twice, keep the first definition.
if (!customElements.get('svc-reader')) customElements.define('svc-reader', SvcReader);
