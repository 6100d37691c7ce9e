import { defineConfig } from 'vite';

/** Builds the component: `dist/svc-reader.js` (the script tag), `dist/index.js`, `dist/loader.js` and their chunks. */
export default defineConfig({
  publicDir: false,
  build: {
    target: 'es2022',
    outDir: 'dist',
    sourcemap: true,
    lib: { entry: { 'svc-reader': 'src/define.ts', index: 'src/index.ts' }, formats: ['es'] },
    rolldownOptions: {
      output: {
        minify: true,
        entryFileNames: '[name].js',
        chunkFileNames: 'svc-reader/[name]-[hash].js',
      },
    },
  },
});
