/**
 * A process that audits one site after the other; hostile input is read here. The program that started it can end it at any
 * time, whatever it is doing, and loses nothing. Talks over IPC (`job.ts`).
 */
import '../compile-cache.js';
import module from 'node:module';

const { serveMessages } = await import('./work.ts');
serveMessages();
// What was loaded now is what the next process needs; this one is perhaps ended without warning.
module.flushCompileCache();
