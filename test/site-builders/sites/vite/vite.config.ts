import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    react(),
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-reader' } } }),
    svelte(),
  ],
  build: { rollupOptions: { input: ['react.html', 'vue.html', 'svelte.html'] } },
});
