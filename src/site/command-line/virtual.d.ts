/** What `commandLine` (`../astro-plugins.ts`) gives to the pages of a build. */
declare module 'virtual:command-line' {
  export const facts: import('./facts.ts').CommandLine;
  /** The package, in Base64. */
  export const tarball: string;
}
