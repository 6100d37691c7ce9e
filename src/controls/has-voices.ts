/** Whether the device can speak. The first question makes a browser look for its voices. */
export function hasVoices(): boolean {
  return 'speechSynthesis' in globalThis && speechSynthesis.getVoices().length > 0;
}
