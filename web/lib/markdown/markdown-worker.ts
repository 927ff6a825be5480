import { parseMarkdown } from './parse-markdown.ts';

/** Turns the text it is sent into HTML, away from the page, which stays quick meanwhile. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(parseMarkdown(data));
});
