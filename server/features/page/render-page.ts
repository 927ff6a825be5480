import { PAGE_CONFIG_GLOBAL, type PageConfig } from '#contract/page-config.ts';
import { type ShareDescription, sharePreviewOf } from './share-preview.ts';
import { AS_IT_IS_NOW } from './page-config.ts';
import { escapeHtml } from '../../lib/escape-html.ts';

export const PRODUCT_NAME = 'File Browser';
const DEFAULT_COLOR = '#2979ff';
/** Colours of web/ui/tokens.css: the page, and the header in the dark theme. */
const LIGHT_PAGE = '#ffffff';
const DARK_PAGE = '#0f1115';
const DARK_HEADER = '#151922';

/** Values that differ between responses. */
export interface PageFilling {
  readonly config: PageConfig;
  readonly nonce: string;
}

/** Fills in the placeholders of web/vite.config.ts in the HTML of the main page. */
export function renderIndex(html: string, filling: PageFilling): string {
  const { config } = filling;
  const manifest = `<link rel="manifest" href="${escapeHtml(config.StaticURL)}/manifest.json" crossorigin="use-credentials" />`;
  const head = [manifest, ...captchaScripts(filling)];
  return fill(html, filling, { title: productNameOf(config), head });
}

/** Returns the host of the captcha script; undefined without a captcha. */
export function captchaHostIn(config: PageConfig): string | undefined {
  return config.ReCaptcha ? config.ReCaptchaHost : undefined;
}

/** Returns the script element of the captcha. It is async, because only the login page needs it. */
function captchaScripts({ config, nonce }: PageFilling): string[] {
  const host = captchaHostIn(config);
  if (host === undefined) return [];
  const address = `${host.replace(/\/+$/, '')}/recaptcha/api.js?render=explicit`;
  return [`<script async nonce="${nonce}" src="${escapeHtml(address)}"></script>`];
}

/** Fills in the HTML of the share page. It reveals no more about the share than the description. */
export function renderShare(
  html: string,
  filling: PageFilling,
  share: ShareDescription | undefined,
): string {
  const { title, properties } = sharePreviewOf(share, productNameOf(filling.config));
  const head = Object.entries(properties).map(([name, content]) => {
    const kind = name.startsWith('og:') ? 'property' : 'name';
    return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
  });
  return fill(html, filling, { title, head });
}

function fill(
  html: string,
  { config, nonce }: PageFilling,
  { title, head }: { readonly title: string; readonly head: readonly string[] },
): string {
  const { ImageSuffix = '', StaticURL } = config;
  const script = `<script nonce="${nonce}">${scriptOf(config)}</script>`;
  return html
    .replaceAll(/\/__FB_STATIC__\/img\/[^"]*/g, (address) => address + ImageSuffix)
    .replaceAll('/__FB_STATIC__/', () => `${escapeHtml(StaticURL)}/`)
    .replaceAll('__FB_TITLE__', () => escapeHtml(title))
    .replaceAll('__FB_THEME_COLOR__', () => escapeHtml(config.Color || DEFAULT_COLOR))
    .replaceAll('__FB_DARK_COLOR__', () => escapeHtml(config.Color || DARK_HEADER))
    .replaceAll('__FB_LOCALE__', 'en')
    .replace('<!--FB_HEAD-->', () => [...head, script].join('\n    '))
    .replace('</body>', () => `${customCss(config)}</body>`);
}

/** Returns the element for the operator's styles. It is put at the end of the body, so that it overrides all our styles. */
function customCss({ CSS, StaticURL }: PageConfig): string {
  if (!CSS) return '';
  const address = `${StaticURL}/custom.css${AS_IT_IS_NOW}`;
  return `  <link rel="stylesheet" href="${escapeHtml(address)}" />\n  `;
}

function productNameOf(config: PageConfig): string {
  return config.Name || PRODUCT_NAME;
}

/** Defines the globals in which old clients and our bundle find the configuration and the address of lazy parts. */
function scriptOf(config: PageConfig): string {
  return (
    `window.${PAGE_CONFIG_GLOBAL} = ${scriptJson(config)};` +
    `window.__prependStaticUrl = function (url) {` +
    `return window.${PAGE_CONFIG_GLOBAL}.StaticURL + "/" + url.replace(/^\\/+/, "");};`
  );
}

/** Returns JSON that cannot end the script element, whatever the product name. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the web app manifest, with which browsers install the page as an application. */
export function manifestOf(config: PageConfig, { isMaskable }: { readonly isMaskable: boolean }) {
  const name = productNameOf(config);
  const home = `${config.BaseURL}/`;
  const icon = (file: string, size: number, purpose: 'any' | 'maskable') => ({
    src: `${config.StaticURL}/img/icons/${file}-${size}x${size}.png${config.ImageSuffix ?? ''}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: home,
    name,
    short_name: name,
    description: 'Files on a server, in the browser.',
    icons: [
      icon('android-chrome', 192, 'any'),
      icon('android-chrome', 512, 'any'),
      ...(isMaskable ? [icon('maskable', 512, 'maskable')] : []),
    ],
    start_url: home,
    scope: home,
    display: 'standalone',
    background_color: config.Theme === 'dark' ? DARK_PAGE : LIGHT_PAGE,
    theme_color: config.Color || '#455a64',
  };
}
