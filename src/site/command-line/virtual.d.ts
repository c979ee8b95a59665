/** The result of `commandLine` (`../astro-plugins.ts`) for the pages of a build. */
declare module 'virtual:command-line' {
  export const facts: import('./facts.ts').CommandLine;
  /** In Base64. */
  export const tarball: string;
}
