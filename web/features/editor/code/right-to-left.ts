import { type Extension, type Range, RangeSet } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Hebrew, Arabic and their kin, with the forms for presentation. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Enough of a line to tell. */
const LOOKED_AT = 2_000;

const ownDirection = Decoration.line({ attributes: { dir: 'auto' } });

/** Each line reads the way it is written. */
export const directions: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      decorations: decorated(view),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged) this.decorations = decorated(update.view);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
];

function decorated(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      if (RIGHT_TO_LEFT.test(line.text.slice(0, LOOKED_AT))) {
        found.push(ownDirection.range(line.from));
      }
      at = line.to + 1;
    }
  }
  return RangeSet.of(found, true);
}
