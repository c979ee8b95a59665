#!/usr/bin/env node
import { audit } from '../src/audit.ts';
import { liveIo } from '../src/io/live.ts';
import { LIMITS } from '../src/limits.ts';
import { parseTarget } from '../src/target.ts';

const target = parseTarget(process.argv[2] ?? '');
const io = liveIo({
  limits: LIMITS,
  network: 'auto',
  targetHost: target.hostname,
  resolver: 'https://cloudflare-dns.com/dns-query',
});
const { envelope } = await audit(target, { io });
console.log(JSON.stringify(envelope, null, 2));
await io.close();
