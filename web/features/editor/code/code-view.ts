import {
  defaultKeymap,
  historyKeymap,
  history,
  temporarilySetTabFocusMode,
} from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import {
  Compartment,
  EditorState,
  type Extension,
  Prec,
  RangeSet,
  type Range,
  type Text,
} from '@codemirror/state';
import {
  crosshairCursor,
  type DecorationSet,
  Decoration,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLineGutter,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  type KeyBinding,
  lineNumbers,
  rectangularSelection,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { TFunction } from 'i18next';
import { i18n } from '../../../i18n/i18n.ts';
import { announce } from '../../../ui/live-region.tsx';
import { codeStyle } from './code-style.ts';
import { INDENT_KEYS, indentationOf, indentsWith } from './indentation.ts';
import { type LineEndings, lineEndings } from './line-ends.ts';
import { wrappedLines } from './wrapped-lines.ts';

export interface CodeOptions {
  readonly t: TFunction;
  /** Accessible name of the text. */
  readonly label: string;
  readonly doc: Text;
  readonly endings: LineEndings;
  readonly isReadOnly: boolean;
  readonly wraps: boolean;
  onUpdate(update: ViewUpdate): void;
  onGoToLine(): void;
}

/** Compartment for the translated texts. */
const texts = new Compartment();
const wrapping = new Compartment();
const language = new Compartment();
/** Compartment for the extensions of `extras.ts`, which are loaded after the text is shown. */
const more = new Compartment();

/** Creates the editor view of a file. The caller inserts its element into the page. */
export function createCodeView(options: CodeOptions): EditorView {
  const { doc, endings, isReadOnly, wraps, onUpdate } = options;
  const state = EditorState.create({
    doc,
    extensions: [
      editingExtensions(options),
      lineEndings(endings),
      indentsWith(indentationOf(doc)),
      wrapping.of(wraps ? wrappedLines : []),
      language.of([]),
      readOnly(isReadOnly),
      EditorView.updateListener.of(onUpdate),
    ],
  });
  return new EditorView({ state });
}

/** Extensions of every view of a text, including the views that compare two texts. */
export function readingExtensions(t: TFunction, label: string): Extension {
  return [
    policyNonce(),
    lineNumbers(),
    highlightSpecialChars(),
    codeStyle,
    directions,
    texts.of(translated(t, label)),
  ];
}

function translated(t: TFunction, label: string): Extension {
  return [phrases(t), EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' })];
}

/** Translates an open view, which keeps its text and undo history. `label` is its accessible name. */
export function translateView(view: EditorView, t: TFunction, label: string): void {
  view.dispatch({ effects: texts.reconfigure(translated(t, label)) });
}

export function setWrapping(view: EditorView, wraps: boolean): void {
  view.dispatch({ effects: wrapping.reconfigure(wraps ? wrappedLines : []) });
}

/** Adds the extensions of `extras.ts` to an open view. */
export function addExtras(view: EditorView, extras: Extension): void {
  view.dispatch({ effects: more.reconfigure(extras) });
}

/** Highlights an open view with the support of a language; `[]` ends the highlighting. */
export function setLanguage(view: EditorView, support: Extension): void {
  view.dispatch({ effects: language.reconfigure(support) });
}

/** Extensions of the view in which a text is edited. */
function editingExtensions({ t, label, onGoToLine }: CodeOptions): Extension {
  return [
    readingExtensions(t, label),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    indentOnInput(),
    bracketMatching(),
    more.of([]),
    Prec.high(keymap.of([{ key: 'Mod-Alt-g', mac: 'Mod-Alt-g', run: () => handled(onGoToLine) }])),
    keymap.of([LEAVING_KEY, ...defaultKeymap, ...historyKeymap, ...INDENT_KEYS]),
    Prec.lowest(keymap.of([{ key: 'Escape', run: announceHowToLeave }])),
  ];
}

/** Calls a function, and returns true for a key binding that has handled its key. */
function handled(act: () => void): boolean {
  act();
  return true;
}

/** Lets the next Tab leave the field also where Escape ends a selection, as after a search. */
const LEAVING_KEY: KeyBinding = {
  key: 'Escape',
  run(view) {
    temporarilySetTabFocusMode(view);
    return false;
  },
};

/** Announces how to leave the field: Tab indents; after Escape, the next Tab moves the focus. */
function announceHowToLeave(): boolean {
  announce(i18n.t('editor.tabLeaves'));
  return false;
}

function readOnly(isOn: boolean): Extension {
  if (!isOn) return [];
  // Keeps focus and cursor for reading by keyboard, without opening a virtual keyboard.
  const attributes = { 'aria-readonly': 'true', inputmode: 'none' };
  return [EditorState.readOnly.of(true), EditorView.contentAttributes.of(attributes)];
}

/** The content security policy allows generated style sheets only with the nonce of this response. */
function policyNonce(): Extension {
  const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
  return nonce === '' ? [] : EditorView.cspNonce.of(nonce);
}

/** Translations of the phrases of the editing library. */
function phrases(t: TFunction): Extension {
  return EditorState.phrases.of({
    'current match': t('editor.find.currentMatch'),
    'on line': t('editor.find.onLine'),
    'replaced match on line $': t('editor.find.replacedOnLine'),
    'replaced $ matches': t('editor.find.replacedMany'),
    'Control character': t('editor.find.controlCharacter'),
    'Selection deleted': t('editor.find.selectionDeleted'),
    Completions: t('editor.find.completions'),
    '$ unchanged lines': t('editor.compare.unchanged'),
    'Revert this chunk': t('editor.compare.take'),
    Accept: t('editor.compare.keepMine'),
    Reject: t('editor.compare.takeTheirs'),
  });
}

/** Hebrew, Arabic and related scripts, including presentation forms. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Number of characters at the start of a line that are searched for right-to-left ones. */
const MAX_SEARCHED = 2_000;

const ownDirection = Decoration.line({ attributes: { dir: 'auto' } });

/** Displays each line with right-to-left characters in the direction of its first letter. */
const directions: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.define(
    (view) => ({
      decorations: lineDirections(view),
      update(update: ViewUpdate) {
        if (update.docChanged || update.viewportChanged)
          this.decorations = lineDirections(update.view);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
];

/** Returns the decorations of the visible lines with right-to-left characters. */
function lineDirections(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      if (RIGHT_TO_LEFT.test(line.text.slice(0, MAX_SEARCHED))) {
        found.push(ownDirection.range(line.from));
      }
      at = line.to + 1;
    }
  }
  return RangeSet.of(found, true);
}
