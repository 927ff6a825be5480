import { Marked } from 'marked';

const parser = new Marked({ gfm: true, async: false });

/** CommonMark with GitHub's tables, task lists and bare links as HTML, which nobody may show before it is made safe. */
export function parseMarkdown(source: string): string {
  return parser.parse(source, { async: false });
}
