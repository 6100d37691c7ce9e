/**
 * Options for the manifest analyzer, which overwrites "customElements" in package.json by default.
 */
export default { packagejson: false };
