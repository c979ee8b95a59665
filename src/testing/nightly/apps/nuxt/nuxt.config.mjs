export default defineNuxtConfig({
  telemetry: false,
  compatibilityDate: '2026-01-01',
  app: { head: { title: 'Tides', htmlAttrs: { lang: 'en' } } },
});
