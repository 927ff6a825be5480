/**
 * Returns a policy that allows only our own files, one script with a nonce, and the captcha if there is one.
 * `captchaHost` as in `PageConfig.ReCaptchaHost`.
 */
export function contentPolicy(nonce: string, captchaHost?: string): string {
  const captcha = captchaHost === undefined ? '' : sourceOf(captchaHost);
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${captcha}`,
    `style-src 'self' 'nonce-${nonce}'${captcha}`,
    `img-src 'self' data: blob:${captcha}`,
    `media-src 'self' blob:`,
    `connect-src 'self'${captcha}`,
    `object-src 'none'`,
    `frame-src 'self'${captcha}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'self'`,
  ].join('; ');
}

/** Uses only the origin, so that nothing in the setting can extend the policy. */
function sourceOf(host: string): string {
  if (!URL.canParse(host)) return '';
  const { protocol, origin } = new URL(host);
  return protocol === 'https:' || protocol === 'http:' ? ` ${origin}` : '';
}
