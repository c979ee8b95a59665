/** Addresses of the built site that browsers are sent to. */
import { HISTORIC, OF_OTHER_VERSIONS } from './catalog.ts';

export const COMPARISON = '/compare?t=ready.demo&t=neglected.demo';

/** One page of each kind. */
export const KINDS: readonly string[] = [
  '/',
  '/score',
  '/score/ready.demo',
  '/score/broken.demo',
  '/score/broken.demo/evidence',
  '/score/broken.demo/fix',
  `/score/${HISTORIC}`,
  `/score/${OF_OTHER_VERSIONS.later}`,
  '/compare',
  '/dataset',
  COMPARISON,
  '/why-others-differ',
  '/why-others-differ/lighthouse',
  '/checks',
  '/fix/llms-txt',
  '/fix/mcp-initialize',
  '/fix/on/nginx',
  '/principles',
  '/principles/p1',
  '/spec',
  '/methodology',
  '/about-the-auditor',
  '/ci',
  '/changes',
  '/mcp-skill',
  '/no-such-page',
];
