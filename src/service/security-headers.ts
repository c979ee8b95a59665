/**
 * Header fields that every answer of the site has: files by the rule for `/*` in netlify.toml, which is made of this
 * list, answers of the functions by this code, which those rules do not reach. Pure: the edge function has it too.
 */

/** What no page here uses, and no script in it may ask for (https://www.w3.org/TR/permissions-policy/). */
const UNUSED = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

const STRICT_TRANSPORT = 'Strict-Transport-Security';
const RESOURCE_POLICY = 'Cross-Origin-Resource-Policy';

export const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  [RESOURCE_POLICY]: 'same-origin',
  'Permissions-Policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Without includeSubDomains: the names below the catalog's are not the catalog's to decide on.
  [STRICT_TRANSPORT]: 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Sets them on the answer to a request for this URL, where it says nothing else itself. */
export function secure(headers: Headers, url: string): void {
  // RFC 6797, section 7.2: not over HTTP.
  const isSecure = url.startsWith('https:');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if ((isSecure || name !== STRICT_TRANSPORT) && !headers.has(name)) headers.set(name, value);
  }
}
