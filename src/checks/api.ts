/** Can an agent call the site? */

import { apiCatalog, jsonSchemas, openapi } from './api-descriptions.ts';
import { jsonErrors } from './api-errors.ts';
import type { Check } from './check.ts';
import { rateLimitHeaders } from './rate-limits.ts';

export const apiChecks: readonly Check[] = [openapi, jsonErrors, rateLimitHeaders, apiCatalog, jsonSchemas];
