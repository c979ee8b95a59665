/** Where HTML may stand within SVG and MathML (HTML, section 13.2.6): the integration points. */
import { decodeValue } from './character-references.ts';
import { SVG_INTEGRATION, TEXT_INTEGRATION } from './elements.ts';
import type { Token } from './tokens.ts';
import type { TreeElement } from './tree.ts';

/** Whether a token that comes in that element is processed as HTML. */
export function followsHtmlRules(current: TreeElement | undefined, token: Token): boolean {
  if (current === undefined || current.namespace === undefined || token.type === 'eof') return true;
  if (token.type !== 'start' && token.type !== 'text') return false;
  if (isHtmlIntegrationPoint(current)) return true;
  if (TEXT_INTEGRATION.has(current.name))
    return token.type === 'text' || (token.name !== 'mglyph' && token.name !== 'malignmark');
  return current.name === 'math annotation-xml' && token.type === 'start' && token.name === 'svg';
}

export function isHtmlIntegrationPoint({ name, attributes }: TreeElement): boolean {
  if (name !== 'math annotation-xml') return SVG_INTEGRATION.has(name);
  const encoding = decodeValue(attributes.get('encoding') ?? '').toLowerCase();
  return encoding === 'text/html' || encoding === 'application/xhtml+xml';
}
