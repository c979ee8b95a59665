/**
 * A process that audits one site after the other; hostile input is read here. The program that started it can end it at any
 * time, whatever it is doing, and loses nothing. Talks over IPC (`job.ts`).
 */
import module from 'node:module';
import { serveMessages } from './work.ts';

serveMessages();
// What was loaded is what the next process needs; this one is perhaps ended without warning.
module.flushCompileCache();
// A thread, and files to write, are needed until here only. Older versions of Node cannot give up a right.
const { permission } = process as { permission?: { drop?(scope: 'fs.write' | 'worker'): void } };
permission?.drop?.('fs.write');
permission?.drop?.('worker');
