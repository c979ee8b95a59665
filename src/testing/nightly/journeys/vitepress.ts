/** VitePress as `vitepress init` makes it with its defaults, behind nginx as its own guide to deployment configures that. */
import { join } from 'node:path';
import { bin, run } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { NGINX_PLACES, serveByNginx } from './nginx.ts';

const SCAFFOLD = `import { scaffold, ScaffoldThemeType } from 'vitepress';
scaffold({
  root: './docs',
  title: 'My Awesome Project',
  description: 'A VitePress Site',
  theme: ScaffoldThemeType.Default,
  useTs: true,
  injectNpmScripts: true,
});`;

const NGINX = `server {
    gzip on;
    gzip_types text/plain text/css application/json application/javascript text/xml application/xml application/xml+rss text/javascript;

    listen 80;
    server_name _;
    index index.html;

    location / {
        # content location
        root /var/www/example;

        # exact matches -> reverse clean urls -> folders -> not found
        try_files $uri $uri.html $uri/ =404;

        # non existent pages
        error_page 404 /404.html;

        # a folder without index.html raises 403 in this setup
        error_page 403 /404.html;

        # adjust caching headers
        # files in the assets folder have hashes filenames
        location ~* ^/assets/ {
            expires 1y;
            add_header Cache-Control "public, immutable";
        }
    }
}
`;

export const vitepress: Journey = {
  name: 'vitepress',
  publicFolder: 'docs/public',
  places: NGINX_PLACES,
  make: async (folder) => {
    const manifest = { name: 'docs', private: true, devDependencies: { vitepress: '^1.6.4' } };
    await writeIn(folder, 'package.json', `${JSON.stringify(manifest, null, 2)}\n`);
    await writeIn(folder, 'nginx.conf', NGINX);
    await run({
      command: process.execPath,
      args: ['--input-type=module', '--eval', SCAFFOLD],
      cwd: folder,
    });
  },
  merge: (file) => {
    throw new Error(`${file} is there`);
  },
  start: async (folder, port) => {
    await run({ command: bin('vitepress'), args: ['build', 'docs'], cwd: folder });
    return serveByNginx(folder, port, join('docs', '.vitepress', 'dist'));
  },
};
