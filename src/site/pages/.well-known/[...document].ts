import type { APIRoute, GetStaticPaths } from 'astro';
import { KEY_DIRECTORY_PATH, operatorsKey } from '../../../audit/io/signing.ts';
import { jsonResponse, originOf } from '../../respond.ts';
import {
  authorizationServer,
  KEY_SET,
  keyDirectory,
  OWN_CARD_PATH,
  ownApiCatalog,
  protectedResource,
  serverCard,
} from '../../well-known.ts';

const key = () => operatorsKey(process.env.AUDIT_SIGNING_KEY);

const DOCUMENTS = new Map<string, (origin: string) => object>([
  ['/.well-known/api-catalog', ownApiCatalog],
  ['/.well-known/jwks.json', () => KEY_SET],
  ['/.well-known/oauth-authorization-server', authorizationServer],
  ['/.well-known/oauth-protected-resource', protectedResource],
  [KEY_DIRECTORY_PATH, () => keyDirectory(key())],
  [OWN_CARD_PATH, serverCard],
]);

/** The key directory exists only if the operator has set a signing key. If the key is invalid, the build fails. */
export const getStaticPaths: GetStaticPaths = () =>
  [...DOCUMENTS.keys()]
    .filter((path) => path !== KEY_DIRECTORY_PATH || key() !== undefined)
    .map((path) => ({ params: { document: path.replace('/.well-known/', '') } }));

export const GET: APIRoute = ({ params, site }) =>
  jsonResponse(DOCUMENTS.get(`/.well-known/${params.document}`)?.(originOf(site)));
