/**
 * Only what we built ourselves runs or is loaded, one nonce per answer for the script that configures it; and what the captcha
 * brings, where one is asked for. `captchaHost` as in `PageConfig.ReCaptchaHost`.
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

/** Its origin alone: whatever else stands in the setting, the policy stays one. */
function sourceOf(host: string): string {
  if (!URL.canParse(host)) return '';
  const { protocol, origin } = new URL(host);
  return protocol === 'https:' || protocol === 'http:' ? ` ${origin}` : '';
}
