/** WordPress as its installation leaves it, behind nginx with the rules of its handbook. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { wordpress as served, WORDPRESS_NGINX } from '../servers/php.ts';
import { type Journey, writeIn } from './journey.ts';
import { httpOf, NGINX_PLACES } from './nginx.ts';

export const wordpress: Journey = {
  name: 'wordpress',
  publicFolder: 'public',
  asset: '/wp-includes/css/dashicons.min.css',
  places: NGINX_PLACES,
  make: async (folder) => {
    await writeIn(folder, 'wp-config-sample.php', '<?php\n');
    await writeIn(folder, 'nginx.conf', WORDPRESS_NGINX);
  },
  merge: (file) => {
    throw new Error(`${file} is there`);
  },
  start: async (folder, port) => {
    const [plugins, root] = [join(folder, 'wp-content/mu-plugins'), join(folder, 'public')];
    await Promise.all([plugins, root].map((path) => mkdir(path, { recursive: true })));
    return served({ plugins, root, port, http: await httpOf(folder) });
  },
};
