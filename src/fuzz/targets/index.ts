/** All that is fuzzed. */
import type { FuzzTarget } from '../target.ts';
import { harTarget } from './har.ts';
import { headersTarget } from './headers.ts';
import { htmlTarget } from './html.ts';
import { jsonTarget } from './json.ts';
import { markdownTarget } from './markdown.ts';
import { mcpTarget } from './mcp.ts';
import { openApiTarget } from './openapi.ts';
import { scorecardTarget } from './scorecard.ts';
import { sseTarget } from './sse.ts';
import { targetTarget } from './target.ts';
import { textTarget } from './text.ts';
import { xmlTarget } from './xml.ts';

export const TARGETS: readonly FuzzTarget[] = [
  htmlTarget,
  xmlTarget,
  openApiTarget,
  jsonTarget,
  markdownTarget,
  textTarget,
  headersTarget,
  sseTarget,
  targetTarget,
  harTarget,
  scorecardTarget,
  mcpTarget,
];

export function targetNamed(name: string): FuzzTarget | undefined {
  return TARGETS.find((target) => target.name === name);
}
