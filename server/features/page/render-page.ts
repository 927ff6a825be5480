import { PAGE_CONFIG_GLOBAL, type PageConfig } from '#contract/page-config.ts';

export const PRODUCT_NAME = 'File Browser';
const DEFAULT_COLOR = '#2979ff';

/** Fills in what web/vite.config.ts left open in the built HTML. */
export function renderPage(html: string, config: PageConfig, nonce: string): string {
  return html
    .replaceAll('/__FB_STATIC__/', () => `${escapeHtml(config.StaticURL)}/`)
    .replaceAll('__FB_TITLE__', () => escapeHtml(config.Name || PRODUCT_NAME))
    .replaceAll('__FB_THEME_COLOR__', () => escapeHtml(config.Color || DEFAULT_COLOR))
    .replaceAll('__FB_LOCALE__', 'en')
    .replace('<!--FB_HEAD-->', () => headOf(config, nonce));
}

function headOf(config: PageConfig, nonce: string): string {
  const manifest = `<link rel="manifest" href="${escapeHtml(config.StaticURL)}/manifest.json" crossorigin="use-credentials" />`;
  return `${manifest}\n    <script nonce="${nonce}">${scriptOf(config)}</script>`;
}

/** Old clients and our own bundle find the configuration, and the address of lazy parts, in these globals. */
function scriptOf(config: PageConfig): string {
  return (
    `window.${PAGE_CONFIG_GLOBAL} = ${scriptJson(config)};` +
    `window.__prependStaticUrl = function (url) {` +
    `return window.${PAGE_CONFIG_GLOBAL}.StaticURL + "/" + url.replace(/^\\/+/, "");};`
  );
}

/** JSON that cannot end the script it stands in, whatever an administrator has named the product. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}

/** What the browser needs to install the page as an application. */
export function manifestOf(config: PageConfig) {
  const name = config.Name || PRODUCT_NAME;
  const icon = (size: number) => ({
    src: `${config.StaticURL}/img/icons/android-chrome-${size}x${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
  });
  return {
    name,
    short_name: name,
    icons: [icon(192), icon(512)],
    start_url: `${config.BaseURL}/`,
    scope: `${config.BaseURL}/`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: config.Color || '#455a64',
  };
}
