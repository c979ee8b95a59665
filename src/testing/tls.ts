/**
 * A key and its self-signed certificate for `localhost`, `site.test`, 127.0.0.1 and ::1, valid until 2126. The key is not
 * secret: it is in the repository, and only tests trust the certificate.
 */
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`./tls/${name}`, import.meta.url), 'utf8');

export const TEST_KEY = read('key.pem');
export const TEST_CERT = read('cert.pem');
/** The same key for 127.0.0.1 to 127.0.0.200. */
export const LOOPBACK_CERT = read('loopback-cert.pem');
