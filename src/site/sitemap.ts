import type { PageAddress } from '../catalog/table.ts';
import { stackPath } from '../fix/stacks.ts';
import type { Content } from './content.ts';

export function pageAddresses({
  figures,
  listed,
  apart,
  guides,
  stacks,
  principles,
  pages,
}: Pick<Content, 'listed' | 'apart' | 'guides' | 'stacks' | 'principles' | 'pages'> & {
  readonly figures: Pick<Content['figures'], 'latest'>;
}): PageAddress[] {
  const audited = figures.latest;
  const showsCatalog = (path: string): PageAddress => (audited === null ? { path } : { path, audited });
  return [
    ...['/', '/score', '/changes', '/compare', '/checks', '/dataset'].map(showsCatalog),
    { path: '/principles' },
    { path: '/spec' },
    ...pages.map(({ id }) => ({ path: `/${id}` })),
    ...principles.map(({ id }) => ({ path: `/principles/${id.toLowerCase()}` })),
    ...guides.map(({ check }) => ({ path: `/fix/${check.id}` })),
    ...stacks.map(({ stack }) => ({ path: stackPath(stack) })),
    ...listed.map(({ target, scored }) => ({ path: `/score/${target.host}`, audited: scored.at })),
    ...apart.map(({ target, listingState }) => ({ path: `/score/${target.host}`, audited: listingState.at })),
  ];
}
