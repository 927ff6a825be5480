import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Text, Text as TextOf } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { TFunction } from 'i18next';
import { readingExtensions } from '../code/code-view.ts';
import type { OpenedText } from '../session/opened-text.ts';

/** Limits the comparison of long texts with many differences. */
export const DIFFERING = { scanLimit: 1_000, timeout: 2_000 };
/** Unchanged lines that stay visible around a difference, and number of lines from which others are collapsed. */
export const ALIKE = { margin: 3, minSize: 8 };

export interface CompareOptions {
  readonly t: TFunction;
  readonly theirs: OpenedText;
  readonly mine: Text;
}

export interface Compared {
  /** Current text of the user. */
  mine(): Text;
  destroy(): void;
}

/** Shows both texts side by side. Each difference can be accepted. */
export function compareBeside(parent: HTMLElement, { t, theirs, mine }: CompareOptions): Compared {
  const view = new MergeView({
    parent,
    a: {
      doc: TextOf.of(theirs.lines.lines),
      extensions: [
        readingExtensions(t, t('editor.compare.theirsLabel')),
        EditorState.readOnly.of(true),
        EditorView.lineWrapping,
      ],
    },
    b: { doc: mine, extensions: ownExtensions(t) },
    revertControls: 'a-to-b',
    collapseUnchanged: ALIKE,
    diffConfig: DIFFERING,
  });
  return { mine: () => view.b.state.doc, destroy: () => view.destroy() };
}

/** Shows the user's text with the differing lines of the server in between, for narrow screens. */
export function compareInOne(parent: HTMLElement, { t, theirs, mine }: CompareOptions): Compared {
  const view = new EditorView({
    parent,
    doc: mine,
    extensions: [
      ownExtensions(t),
      unifiedMergeView({
        original: TextOf.of(theirs.lines.lines),
        collapseUnchanged: ALIKE,
        diffConfig: DIFFERING,
      }),
    ],
  });
  return { mine: () => view.state.doc, destroy: () => view.destroy() };
}

function ownExtensions(t: TFunction) {
  return [
    readingExtensions(t, t('editor.compare.mineLabel')),
    EditorView.lineWrapping,
    history(),
    keymap.of([...defaultKeymap, ...historyKeymap]),
  ];
}
