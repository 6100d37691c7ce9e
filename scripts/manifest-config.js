/** Options of the manifest analyzer: by default it overwrites "customElements" in package.json. */
export default { packagejson: false };
