/** Netlify's edge function in front of the pages. netlify.toml says for which requests it runs. */
import { answerPage, type Chain } from '../../src/service/edge.ts';

export const config = { method: ['GET', 'HEAD'], onError: 'bypass' };

export default (request: Request, context: Chain): Promise<Response | undefined> =>
  answerPage(request, context);
