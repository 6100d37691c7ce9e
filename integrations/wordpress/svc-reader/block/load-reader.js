/* Loads the reader in the editor and in its frames. */
import('../reader/svc-reader.js');
