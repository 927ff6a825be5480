import { Marked } from 'marked';

const parser = new Marked({ gfm: true, async: false });

/** Renders CommonMark with GitHub's tables, task lists and autolinks to unsanitized HTML. */
export function parseMarkdown(source: string): string {
  return parser.parse(source, { async: false });
}
