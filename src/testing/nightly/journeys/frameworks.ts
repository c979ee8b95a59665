/** Site frameworks as their own generators make a project, with defaults, served as each says for production. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { run, serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { NGINX_PLACES, serveByNginx } from './nginx.ts';

/** They ask nothing and tell nobody. */
const ENV = {
  ASTRO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  // What runs this repository's own tests is stricter than what a user has.
  npm_config_strict_allow_scripts: 'false',
};

/** A command of npm; what a build needs is a development dependency for many. */
const npm = (folder: string, command: 'npm' | 'npx', ...args: string[]) =>
  run({ command, args, cwd: folder, env: { ...ENV, NODE_ENV: 'development' } });

/** A framework's own command, which is a file of its package. */
const own = (folder: string, file: string, ...args: string[]) => ({
  command: process.execPath,
  args: [join(folder, 'node_modules', file), ...args],
  cwd: folder,
  env: ENV,
});

type Made = Pick<Journey, 'name' | 'publicFolder' | 'make' | 'start'> & Partial<Journey>;

/** The page that a generator welcomes with gives way to the one of the plan. */
const framework = (made: Made): Journey => ({ merge: (_, __, { code }) => code, ...made });

async function replaceIn(folder: string, name: string, found: RegExp | string, text: string): Promise<void> {
  const before = await readFile(join(folder, name), 'utf8');
  const after = before.replace(found, text);
  if (after === before) throw new Error(`${name} has no ${found}`);
  await writeFile(join(folder, name), after);
}

export const nextjs = framework({
  name: 'nextjs',
  publicFolder: 'public',
  make: async (folder) => {
    await npm(folder, 'npx', '--yes', 'create-next-app@latest', '.', '--yes', '--src-dir', '--disable-git');
    // Its fonts are on the network.
    const fonts = 'const Geist = (_: object) => ({ variable: "" }), Geist_Mono = Geist;';
    await replaceIn(folder, 'src/app/layout.tsx', /^import .* from "next\/font\/google";$/m, fonts);
    // It takes the folder of the repository around it for its own.
    await replaceIn(folder, 'next.config.ts', 'turbopack: {', 'turbopack: {\n    root: process.cwd(),');
  },
  start: async (folder, port) => {
    const next = 'next/dist/bin/next';
    await run(own(folder, next, 'build'));
    return serve(
      `http://127.0.0.1:${port}`,
      own(folder, next, 'start', '--hostname', '127.0.0.1', '--port', `${port}`),
    );
  },
});

export const sveltekit = framework({
  name: 'sveltekit',
  publicFolder: 'static',
  make: (folder) =>
    npm(
      folder,
      'npx',
      '--yes',
      'sv@latest',
      'create',
      '.',
      ...'--template minimal --types ts'.split(' '),
      '--no-add-ons',
      '--install',
      'npm',
    ),
  start: async (folder, port) => {
    const vite = 'vite/bin/vite.js';
    await run(own(folder, vite, 'build'));
    return serve(
      `http://127.0.0.1:${port}`,
      own(folder, vite, 'preview', '--host', '127.0.0.1', '--port', `${port}`, '--strictPort'),
    );
  },
});

/** As `npm create nuxt` makes it, which takes this from the network. */
const NUXT = {
  'package.json': JSON.stringify({
    name: 'nuxt-app',
    type: 'module',
    private: true,
    scripts: { build: 'nuxt build', dev: 'nuxt dev', postinstall: 'nuxt prepare' },
    dependencies: { nuxt: 'latest', vue: 'latest', 'vue-router': 'latest' },
  }),
  'nuxt.config.ts': `export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  devtools: { enabled: true }
})
`,
  'app/app.vue':
    '<template>\n  <div>\n    <NuxtRouteAnnouncer />\n    <NuxtWelcome />\n  </div>\n</template>\n',
  'public/robots.txt': 'User-Agent: *\nDisallow:\n',
};

const writeAll = async (folder: string, files: Readonly<Record<string, string>>) => {
  for (const [name, text] of Object.entries(files)) await writeIn(folder, name, text);
  await npm(folder, 'npm', 'install');
};

export const nuxt = framework({
  name: 'nuxt',
  publicFolder: 'public',
  make: (folder) => writeAll(folder, NUXT),
  // "Move what it shows": app.vue welcomes.
  merge: (file, _, { code }) =>
    file === 'app/pages/index.vue' ? code.replace('<main>', '<main>\n    <NuxtWelcome />') : code,
  start: async (folder, port) => {
    await run(own(folder, 'nuxt/bin/nuxt.mjs', 'build'));
    return serve(`http://127.0.0.1:${port}`, {
      command: process.execPath,
      args: [join(folder, '.output/server/index.mjs')],
      env: { HOST: '127.0.0.1', PORT: String(port) },
    });
  },
});

/** As `npm create astro -- --template minimal` makes it, which takes this from the network. */
const ASTRO = {
  'package.json': JSON.stringify({ name: 'astro-app', type: 'module', dependencies: { astro: 'latest' } }),
  'astro.config.mjs': "import { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n",
  'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }\n',
  'src/pages/index.astro': `<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width" />
		<title>Astro</title>
	</head>
	<body>
		<h1>Astro</h1>
	</body>
</html>
`,
};

export const astro = framework({
  name: 'astro',
  publicFolder: 'public',
  make: (folder) => writeAll(folder, ASTRO),
  start: async (folder, port) => {
    const command = 'astro/bin/astro.mjs';
    await run(own(folder, command, 'build'));
    return serve(
      `http://127.0.0.1:${port}`,
      own(folder, command, 'preview', '--host', '127.0.0.1', '--port', `${port}`),
    );
  },
});

const NGINX = `server {
    listen 80;
    server_name _;
    root /var/www/example;
    index index.html;
    error_page 404 /404.html;

    location / {
        try_files $uri $uri.html $uri/index.html =404;
    }
}
`;

/** What it makes are files: they are published behind nginx. */
export const docusaurus = framework({
  name: 'docusaurus',
  publicFolder: 'static',
  places: NGINX_PLACES,
  make: async (folder) => {
    // It makes the folder itself.
    await rm(folder, { recursive: true });
    const options = ['classic', '--javascript', '--package-manager', 'npm'];
    await npm(dirname(folder), 'npx', '--yes', 'create-docusaurus@latest', basename(folder), ...options);
    await writeIn(folder, 'nginx.conf', NGINX);
  },
  start: async (folder, port) => {
    const command = '@docusaurus/core/bin/docusaurus.mjs';
    // What it remembers in `node_modules` is of an earlier journey.
    await run(own(folder, command, 'clear'));
    await run(own(folder, command, 'build'));
    return serveByNginx(folder, port, 'build');
  },
});
