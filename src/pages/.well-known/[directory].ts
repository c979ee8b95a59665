import type { APIRoute, GetStaticPaths } from 'astro';
import { KEY_DIRECTORY_PATH, operatorsKey } from '../../io/signing.ts';
import { jsonResponse } from '../../site/respond.ts';
import { keyDirectory } from '../../site/well-known.ts';

const directory = KEY_DIRECTORY_PATH.replace('/.well-known/', '');
const key = () => operatorsKey(process.env.AUDIT_SIGNING_KEY);

/** There only where the operator has set a key; one that cannot be read ends the build. */
export const getStaticPaths: GetStaticPaths = () => (key() === undefined ? [] : [{ params: { directory } }]);

export const GET: APIRoute = () => jsonResponse(keyDirectory(key()));
