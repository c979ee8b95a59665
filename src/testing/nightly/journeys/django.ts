/** Django's `startproject` with one page, set up as its deployment checklist says: without debugging. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Block } from '../../snippets/blocks.ts';
import { run, serve } from '../process.ts';
import { type Journey, writeIn } from './journey.ts';
import { mergeHtml } from './merge-html.ts';
import { mergePy } from './merge-py.ts';
import { PAGE } from './orders.ts';

const PYTHON = '/usr/bin/python3';
const ENV = { PYTHONDONTWRITEBYTECODE: '1' };
const SETTINGS = 'mysite/settings.py';
const URLS = `from django.urls import path
from django.views.generic import TemplateView

urlpatterns = [
    path("", TemplateView.as_view(template_name="home.html")),
]
`;

export const django: Journey = {
  name: 'django',
  publicFolder: 'templates',
  stepwise: true,
  make: async (folder) => {
    await run({
      command: PYTHON,
      args: ['-m', 'django', 'startproject', 'mysite', '.'],
      cwd: folder,
      env: ENV,
    });
    await writeIn(folder, 'requirements.txt', 'django\n');
    await writeIn(folder, 'mysite/urls.py', URLS);
    await writeIn(folder, 'templates/home.html', PAGE.replaceAll(/ \/(?:api\/orders|mcp)\b/g, ' hand'));
    const settings = (await readFile(join(folder, SETTINGS), 'utf8'))
      .replace('DEBUG = True', 'DEBUG = False')
      .replace('ALLOWED_HOSTS = []', 'ALLOWED_HOSTS = ["*"]')
      .replace("'DIRS': []", "'DIRS': [BASE_DIR / 'templates']");
    await writeIn(folder, SETTINGS, settings);
  },
  fileFor: (file) => file.replace(/^example\//, 'mysite/'),
  merge: (file, present, block) =>
    file.endsWith('.html') ? mergeHtml(present, block) : withPatterns(present, block),
  besides: async (folder, { code }) => {
    const [, middleware] = /put "example\.([\w.]+)" first in MIDDLEWARE/.exec(code) ?? [];
    if (middleware === undefined) return;
    const settings = await readFile(join(folder, SETTINGS), 'utf8');
    await writeIn(
      folder,
      SETTINGS,
      settings.replace('MIDDLEWARE = [', `MIDDLEWARE = [\n    "mysite.${middleware}",`),
    );
  },
  unnamed: ({ language }) => (language === 'html' ? 'templates/home.html' : undefined),
  start: (folder, port) =>
    serve(`http://127.0.0.1:${port}`, {
      command: PYTHON,
      args: ['manage.py', 'runserver', '--noreload', '--insecure', `127.0.0.1:${port}`],
      env: ENV,
      cwd: folder,
    }),
};

/** The entries of a block's `urlpatterns` go into the list that is there, all else before it. */
function withPatterns(present: string, { code }: Block): string {
  const [list = '', entries = ''] = /^urlpatterns = \[([\s\S]*?)\n?\]\n/m.exec(code) ?? [];
  return mergePy(present, { code: code.replace(list, '') }).replace(
    'urlpatterns = [',
    `urlpatterns = [${entries.trimEnd()}`,
  );
}
