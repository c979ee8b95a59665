/** The Netlify edge function that chooses the format of a page. The build bundles it (`bundleEdge` in `src/app/deploy.ts`). */
import { answerPage, type Chain } from '../../src/app/answer-page.ts';

// This function does not run when a browser opens a page (`netlify.toml`), so the limit applies mostly to other clients.
export const config = {
  method: ['GET', 'HEAD'],
  onError: 'bypass',
  rateLimit: { windowLimit: 300, windowSize: 60, aggregateBy: ['ip', 'domain'] },
};

export default (request: Request, context: Chain): Promise<Response | undefined> =>
  answerPage(request, context);
