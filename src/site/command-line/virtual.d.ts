/** The result of the plugin `commandLine` (`../astro-plugins.ts`), which pages import. */
declare module 'virtual:command-line' {
  export const facts: import('./facts.ts').CommandLine;
  export const tarball: string;
}
