export { isForeignAttribute, isForeignTag } from './foreign-allowlist.ts';
export { fitOversized } from './fit-oversized.ts';
