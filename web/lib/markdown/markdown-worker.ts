import { parseMarkdown } from './parse-markdown.ts';

/** Answers each message, a Markdown text, with unsanitized HTML. A text that cannot be parsed causes an error event of the worker. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  postMessage(parseMarkdown(data));
});
