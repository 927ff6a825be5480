import type { Json } from './recording-format.ts';

/** Returns the configuration and metadata in the HTML of the page, in the format of the recordings. */
export function readIndexPage(html: string): Record<string, Json> {
  return {
    config: configurationIn(html),
    title: /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? null,
    theme_color: meta(html, 'theme-color'),
    robots: meta(html, 'robots'),
    custom_css: /<link[^>]+custom\.css/.test(html),
    captcha_script: /<script[^>]+src="([^"]*recaptcha[^"]*)"/.exec(html)?.[1] ?? null,
  };
}

function configurationIn(html: string): Json {
  const marker = html.indexOf('window.FileBrowser');
  const start = marker < 0 ? -1 : html.indexOf('{', marker);
  const end = start < 0 ? undefined : endOfObject(html, start);
  if (end === undefined)
    throw new Error('the page does not assign an object to window.FileBrowser');
  return JSON.parse(html.slice(start, end)) as Json;
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at++;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

function meta(html: string, name: string): string | null {
  const tags = html.match(/<meta\b[^>]*>/g) ?? [];
  const tag = tags.find((candidate) => candidate.includes(`name="${name}"`));
  return /content="([^"]*)"/.exec(tag ?? '')?.[1] ?? null;
}
