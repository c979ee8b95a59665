/** Stacks behind nginx with TLS and HTTP/2, its certificate the one of the tests. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TEST_CERT, TEST_KEY } from '../../tls.ts';
import { folder, freePort, type Stack, serve, together } from '../process.ts';
import { nginxConfig, nginxProgram, nginxProxy } from './static.ts';

/** The stack at an https address; what it was reached at before is passed on as its host. */
export function overTls(start: () => Promise<Stack>): Promise<Stack> {
  return together(async (own) => {
    const { url } = own(await start());
    const { path } = own(await folder());
    const port = await freePort();
    await writeFile(join(path, 'cert.pem'), TEST_CERT);
    await writeFile(join(path, 'key.pem'), TEST_KEY, { mode: 0o600 });
    const config = join(path, 'nginx.conf');
    const server = `
server {
  listen 127.0.0.1:${port} ssl http2;
  ssl_certificate ${join(path, 'cert.pem')}; ssl_certificate_key ${join(path, 'key.pem')};
  ${nginxProxy(url)}
}`;
    await writeFile(config, nginxConfig(path, server));
    // Ready by its port: nothing trusts the certificate but the audit.
    own(await serve(`https://127.0.0.1:${port}`, nginxProgram(config, path)));
    return `https://127.0.0.1:${port}`;
  });
}
