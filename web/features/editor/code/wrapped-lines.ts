import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Maximum indentation of a continuation, in columns, so that deep lines keep room on phones. */
const MAX_COLUMNS = 16;

/** Breaks long lines. Each continues where its text starts, in code two columns further. */
export const wrappedLines: Extension = [
  EditorView.lineWrapping,
  EditorView.theme({
    '.cm-lineWrapping .cm-line': {
      paddingInlineStart: 'calc(8px + (var(--columns, 0) + var(--further, 0)) * 1ch)',
      textIndent: 'calc((var(--columns, 0) + var(--further, 0)) * -1ch)',
    },
    // Text and Markdown are prose, whose paragraphs have no hanging lines.
    '.cm-content[data-language]:not([data-language="markdown"])': { '--further': '2' },
  }),
  ViewPlugin.define(
    (view) => ({
      decorations: indented(view),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.decorations = indented(update.view);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
];

function indented(view: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const columns = columnsOf(line.text, view.state.tabSize);
      if (columns > 0) found.add(line.from, line.from, atColumn(columns));
      at = line.to + 1;
    }
  }
  return found.finish();
}

const decorations = new Map<number, Decoration>();

function atColumn(columns: number): Decoration {
  const known = decorations.get(columns);
  if (known) return known;
  const created = Decoration.line({ attributes: { style: `--columns: ${columns}` } });
  decorations.set(columns, created);
  return created;
}

/** White space at the start of a line, and the mark of a list item. */
const INDENTATION = /^[\t ]*(?:(?:[-*+]|\d{1,3}[.)]) )?/;

/** Returns the column at which the text of a line starts, up to the maximum. */
export function columnsOf(text: string, tabSize: number): number {
  // A longer indentation is over the maximum anyway.
  const [indentation] = INDENTATION.exec(text.slice(0, 2 * MAX_COLUMNS)) ?? [''];
  let columns = 0;
  for (const character of indentation) {
    columns += character === '\t' ? tabSize - (columns % tabSize) : 1;
  }
  return Math.min(columns, MAX_COLUMNS);
}
