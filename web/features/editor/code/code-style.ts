import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const colours = HighlightStyle.define([
  {
    tag: [tags.comment, tags.docComment, tags.meta],
    color: 'var(--code-comment)',
  },
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.modifier, tags.controlKeyword],
    color: 'var(--code-keyword)',
  },
  {
    tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.attributeValue],
    color: 'var(--code-string)',
  },
  {
    tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color, tags.literal],
    color: 'var(--code-constant)',
  },
  {
    tag: [
      tags.function(tags.variableName),
      tags.function(tags.propertyName),
      tags.className,
      tags.typeName,
      tags.namespace,
      tags.macroName,
    ],
    color: 'var(--code-function)',
  },
  {
    tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)],
    color: 'var(--code-property)',
  },
  { tag: [tags.tagName, tags.inserted, tags.quote], color: 'var(--code-tag)' },
  { tag: [tags.heading], color: 'var(--code-constant)', fontWeight: '600' },
  { tag: [tags.link, tags.url], color: 'var(--code-function)', textDecoration: 'underline' },
  { tag: [tags.invalid, tags.deleted], color: 'var(--danger)' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--page)' },
  '&.cm-focused': { outline: 'none' },
  // Code is left-to-right on every page; right-to-left lines have their own direction.
  '.cm-scroller': {
    direction: 'ltr',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--code-size)',
    lineHeight: '1.55',
    overscrollBehavior: 'contain',
  },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '8px' },
  '.cm-line': { paddingInline: '8px' },
  '.cm-cursor, .cm-dropCursor': { borderInlineStartColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--page)',
    color: 'var(--text-secondary)',
    border: 'none',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 12px' },
  '.cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--code-line)', color: 'var(--text)' },
  // Matches the specificity of the library's rule for the focused editor.
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--code-selection)' },
  '.cm-content ::selection': { backgroundColor: 'var(--code-selection)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--code-match)',
    outline: '1px solid var(--border-control)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: 'var(--danger)' },
  '.cm-specialChar': { color: 'var(--danger)' },
  '.cm-tooltip': {
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-small)',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-menu)',
    overflow: 'hidden',
  },
  '.cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--text)', zIndex: '2' },
  '.cm-panels-top': { borderBlockEnd: '1px solid var(--border)' },
});

/** Editor theme whose colours come from the style sheet. */
export const codeStyle: Extension = [theme, syntaxHighlighting(colours)];
