import { parseMarkdown } from './parse-markdown.ts';

/** Renders Markdown in a worker, which keeps the page responsive. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(parseMarkdown(data));
});
