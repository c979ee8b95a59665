/** Netlify's edge function in front of the pages. The build bundles it (`bundleEdge` in `src/app/deploy.ts`). */
import { answerPage, type Chain } from '../../src/app/answer-page.ts';

// Browsers' requests do not reach this function, so the limit applies only to other clients.
export const config = {
  method: ['GET', 'HEAD'],
  onError: 'bypass',
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

export default (request: Request, context: Chain): Promise<Response | undefined> =>
  answerPage(request, context);
