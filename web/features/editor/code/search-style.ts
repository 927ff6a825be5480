import { EditorView } from '@codemirror/view';
import { COMPACT, NARROW, WIDE } from '../../../lib/breakpoints.ts';

/** Styles of the search panel, its matches and the completion list. */
export const searchStyle = EditorView.theme({
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--code-found)', outline: '1px solid var(--warning)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--code-found-now)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-fill)',
    color: 'var(--on-accent)',
  },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    paddingBlock: '8px',
    paddingInline: '12px 48px',
    fontFamily: 'var(--font)',
  },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': {
    margin: '0',
    font: 'var(--type-small)',
  },
  // Puts the replace fields on a line of their own, because the library's own `<br>` has no effect in a flex box.
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search::after': { flexBasis: '100%', order: '2', content: '""' },
  '.cm-panel.cm-search :is([name="replace"], [name="replaceAll"])': { order: '3' },
  '.cm-panel.cm-search .cm-textfield': {
    flex: '0 0 320px',
    minBlockSize: 'var(--code-control)',
    paddingInline: '8px',
    border: '1px solid var(--border-control)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
  },
  '.cm-panel.cm-search .cm-textfield:focus-visible': {
    borderColor: 'var(--accent-text)',
    outline: '1px solid var(--accent-text)',
    outlineOffset: '0',
  },
  '.cm-panel.cm-search .cm-button': {
    minBlockSize: 'var(--code-control)',
    paddingInline: '10px',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-small)',
    background: 'var(--raised)',
    color: 'var(--text)',
  },
  '.cm-panel.cm-search .cm-button:hover': { background: 'var(--hover)' },
  '.cm-panel.cm-search .cm-button:active': { background: 'var(--pressed)' },
  '.cm-panel.cm-search label input': { inlineSize: '16px', blockSize: '16px' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    order: '1',
    alignItems: 'center',
    gap: '6px',
    marginInlineStart: '6px',
    minBlockSize: 'var(--code-control)',
  },
  '.cm-panel.cm-search .cm-dialog-close, .cm-panel.cm-search button[name="close"]': {
    position: 'absolute',
    insetBlockStart: '8px',
    insetInlineEnd: '8px',
    inlineSize: 'var(--code-control)',
    blockSize: 'var(--code-control)',
    borderRadius: 'var(--radius-small)',
    fontSize: '20px',
    lineHeight: '1',
  },
  '.cm-panel.cm-search button[name="close"]:hover': { background: 'var(--pressed)' },
  // Wraps all switches to a new line instead of only the last ones.
  [`@media ${WIDE} and ${COMPACT}`]: {
    '.cm-panel.cm-search::before': { flexBasis: '100%', order: '1', content: '""' },
    '.cm-panel.cm-search label': { marginInline: '0 12px' },
  },
  [`@media ${NARROW}`]: {
    '.cm-panel.cm-search .cm-textfield': { flex: '1 1 112px', minInlineSize: '0' },
    '.cm-panel.cm-search label': { marginInline: '0 12px' },
  },
});
