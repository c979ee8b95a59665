/** Stacks that have a page of their own: software that is configured rather than programmed (`content/stacks/<id>.mdx`). */

export const STACKS = [
  { id: 'nginx', name: 'nginx' },
  { id: 'apache', name: 'Apache' },
  { id: 'caddy', name: 'Caddy' },
  { id: 'cloudflare', name: 'Cloudflare' },
  { id: 'netlify', name: 'Netlify' },
  { id: 'vercel', name: 'Vercel, with Next.js' },
  { id: 'github-pages', name: 'GitHub Pages' },
  { id: 'wordpress', name: 'WordPress' },
  { id: 'documentation-generators', name: 'Documentation generators' },
  { id: 'mcp-sdks', name: 'MCP SDKs' },
] as const;

export type StackId = (typeof STACKS)[number]['id'];

export const stackPath = (id: string): string => `/fix/on/${id}`;

/** Returns the stack with this id, which callers choose. */
export function stackNamed(id: string): (typeof STACKS)[number] | undefined {
  return STACKS.find((stack) => stack.id === id);
}
