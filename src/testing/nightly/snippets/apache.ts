/** Apache for snippets: Debian's modules, one host, and `.htaccess` where a snippet is written for that. */

const MODULES = [
  'mpm_event',
  'authz_core',
  'authz_host',
  'dir',
  'mime',
  'alias',
  'negotiation',
  'deflate',
  'filter',
  'setenvif',
  'headers',
  'rewrite',
  'expires',
  'proxy',
  'proxy_http',
  'include',
  'substitute',
];

/** Which blocks are a `.htaccess`, by their first lines, and which belong in the host. */
export function apacheParts(blocks: readonly string[]): { htaccess: string; host: string } {
  const isHtaccess = (text: string) => /^# .*\.htaccess/.test(text) && !/^# in <VirtualHost>/.test(text);
  return {
    htaccess: blocks.filter(isHtaccess).join('\n'),
    host: blocks.filter((text) => !isHtaccess(text)).join('\n'),
  };
}

export function apacheConfig(folder: string, port: number, host: string): string {
  return `
ServerRoot /usr/lib/apache2
ServerName localhost
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
Listen 127.0.0.1:${port}
${MODULES.map((name) => `LoadModule ${name}_module modules/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
ErrorLog ${folder}/error.log
<VirtualHost *:${port}>
DocumentRoot ${folder}
DirectoryIndex index.html
<Directory ${folder}>
  Options FollowSymLinks
  AllowOverride All
  Require all granted
</Directory>
${host}
</VirtualHost>`;
}
