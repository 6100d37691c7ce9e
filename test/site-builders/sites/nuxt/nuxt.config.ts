export default defineNuxtConfig({
  telemetry: false,
  vue: { compilerOptions: { isCustomElement: (tag: string) => tag === 'svc-reader' } },
});
