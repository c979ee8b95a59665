/**
 * Loaded before a script of TypeScript (`node --import`): from the second start on, Node takes what it has compiled from the
 * machine's folder for temporary files, and does not load its compiler of TypeScript, which takes longer than Node's start.
 */
import module from 'node:module';

module.enableCompileCache();
