/* Loads the reader in the editor, also in its frames. */
import('../reader/svc-reader.js');
