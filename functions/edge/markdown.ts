/**
 * Netlify's edge function in front of the pages; netlify.toml says for which requests it runs. What is deployed is the one
 * file that the build makes of this (`bundleEdge` of src/app/deploy.ts): the platform's Deno knows none of our packages.
 */
import { answerPage, type Chain } from '../../src/app/answer-page.ts';

// The limit is only for clients that get here: those that are not browsers.
export const config = {
  method: ['GET', 'HEAD'],
  onError: 'bypass',
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

export default (request: Request, context: Chain): Promise<Response | undefined> =>
  answerPage(request, context);
