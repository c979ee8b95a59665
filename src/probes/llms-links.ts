/** Where the links in llms.txt lead. */

import { type LlmsLinks, linkOutcome, sampleLinks } from '../evidence/llms.ts';
import type { Surface } from '../evidence/surface.ts';
import type { Probe } from './probe.ts';
import { siteBehaviour } from './root.ts';

export const llmsLinks: Probe<Surface<LlmsLinks>> = async (context) => {
  const llmsTxt = await context.get('llmsTxt');
  if (llmsTxt.state !== 'found') return llmsTxt;
  const { origin } = await context.origin();
  const { links } = llmsTxt.value;
  const replies = sampleLinks(links, origin).map(({ url }) => context.client.request(url, { sample: true }));
  const [site, ...answers] = await Promise.all([siteBehaviour(context), ...replies]);
  const outcomes = answers.map((reply) => linkOutcome(reply, site, origin));
  return { ...llmsTxt, value: { total: links.length, outcomes } };
};
