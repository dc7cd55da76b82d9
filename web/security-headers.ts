/** What every host sends with the files of the build: dist/headers.json. */

/**
 * No script but the build's own files, and no other origin at all. Mantine sets styles in elements. Images and frames of
 * `blob:` are what the pages made themselves. What is written as HTML or loaded as a script must pass the one policy of
 * trusted types (src/app/trusted-types.ts). A host adds the origins of its API to `connect-src`, and may let other origins
 * show the editor in a frame.
 */
const CONTENT_SECURITY_POLICY: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'blob:', 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
};

export const SECURITY_HEADERS = {
  content_security_policy: CONTENT_SECURITY_POLICY,
  headers: {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
} as const;
