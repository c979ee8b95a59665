/** The security headers of all responses. Netlify functions set them with `secure`; `netlify.toml` sets them for static files. */

/** Browser features that no page uses, denied to all scripts (https://www.w3.org/TR/permissions-policy/). */
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
  // Omit `includeSubDomains`, because the catalog must not decide for the subdomains of its domain.
  [STRICT_TRANSPORT]: 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Sets the security headers on a response for this URL, except those that it already has. */
export function secure(headers: Headers, url: string): void {
  // HSTS must not be sent over HTTP (RFC 6797, section 7.2).
  const isSecure = url.startsWith('https:');
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if ((isSecure || name !== STRICT_TRANSPORT) && !headers.has(name)) headers.set(name, value);
  }
}
