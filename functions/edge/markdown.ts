/**
 * Netlify's edge function in front of the pages; netlify.toml says for which requests it runs. Every file in this folder is
 * deployed as a function of its own, which is why the code and its tests are in src/service.
 */
import { answerPage, type Chain } from '../../src/service/answer-page.ts';

export const config = { method: ['GET', 'HEAD'], onError: 'bypass' };

export default (request: Request, context: Chain): Promise<Response | undefined> =>
  answerPage(request, context);
