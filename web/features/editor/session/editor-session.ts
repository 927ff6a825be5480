import { isolateHistory } from '@codemirror/commands';
import type { EditorState, Text } from '@codemirror/state';
import type { EditorView, ViewUpdate } from '@codemirror/view';
import type { TFunction } from 'i18next';
import { createStore } from 'zustand/vanilla';
import { type LineEnd, splitLines } from '../../../lib/text-encoding/line-ends.ts';
import { encodeText, type Encoding } from '../../../lib/text-encoding/text-encoding.ts';
import {
  addExtras,
  createCodeView,
  setLanguage,
  translateView,
  setWrapping,
} from '../code/code-view.ts';
import {
  documentOf,
  isSameEndings,
  lineEndingsOf,
  type LineEndings,
  replaceLineEndings,
  textOf,
  unifyLineEnds,
} from '../code/line-ends.ts';
import { changeBetween } from '../code/change-between.ts';
import type { Draft } from './drafts.ts';
import { type OpenedText, openText } from './opened-text.ts';

/** Longest line, in characters, with which a text is highlighted, and wrapped when it is opened. Longer ones would take too long. */
const LONGEST_LINE = 20_000;

export interface SessionOptions {
  readonly t: TFunction;
  readonly path: string;
  readonly name: string;
  readonly isReadOnly: boolean;
  readonly wraps: boolean;
  onGoToLine(): void;
}

let sessions = 0;

const loadExtras = () => import('../code/extras.ts');
const loadLanguages = () => import('../code/languages.ts');

/** Parts of a text that are stored in its file. */
export interface Contents {
  readonly doc: Text;
  readonly endings: LineEndings;
  readonly encoding: Encoding;
}

/** An open text: the last known state of the server and the local changes. */
export class EditorSession {
  /** Number that identifies an open text in this page. */
  readonly id = ++sessions;
  readonly facts;
  readonly view: EditorView;
  readonly isReadOnly: boolean;
  /** Changes when the file is renamed. */
  path: string;
  #onServer: OpenedText;
  #saved: Contents;

  constructor(opened: OpenedText, options: SessionOptions) {
    const { t, name } = options;
    const document = documentOf(opened.lines);
    const wraps = options.wraps && hasShortLines(document.doc);
    this.path = options.path;
    this.isReadOnly = options.isReadOnly;
    this.#onServer = opened;
    this.#saved = { ...document, encoding: opened.encoding };
    this.facts = createStore<EditorFacts>(() => ({
      isUnsaved: false,
      isSaving: false,
      encoding: opened.encoding,
      readable: opened.encodings,
      lineEnd: document.endings.end,
      isMixed: document.endings.exceptions.size > 0,
      language: undefined,
      languages: [],
      wraps,
      cursor: { line: 1, column: 1, selected: 0, count: 1 },
      size: opened.bytes.length,
      serverChange: 'none',
      compared: undefined,
      draft: undefined,
    }));
    this.view = createCodeView({
      ...options,
      ...document,
      wraps,
      label: t('editor.textOf', { name }),
      onUpdate: (update) => this.#follow(update),
    });
  }

  /** Translates the editor and keeps its text and history. */
  translate(t: TFunction, name: string): void {
    translateView(this.view, t, t('editor.textOf', { name }));
  }

  get isUnsaved(): boolean {
    return this.facts.getState().isUnsaved;
  }

  /** Version of the file that the local text is based on. */
  get version(): string {
    return this.#onServer.version;
  }

  /** Current contents to be saved. */
  contents(): Contents {
    const { state } = this.view;
    const { encoding } = this.facts.getState();
    return { doc: state.doc, endings: lineEndingsOf(state), encoding };
  }

  /** Text with the line endings of the file. */
  text(): string {
    const { doc, endings } = this.contents();
    return textOf(doc, endings);
  }

  /** Encoded text; undefined if the encoding lacks one of its characters. */
  bytes(): Uint8Array<ArrayBuffer> | undefined {
    return encodeText(this.text(), this.facts.getState().encoding);
  }

  setSaving(isSaving: boolean): void {
    this.facts.setState({ isSaving });
  }

  setServerChange(serverChange: ServerChange): void {
    this.facts.setState({ serverChange });
  }

  /** Records that these contents were saved with this version. Later changes stay unsaved. */
  noteSaved(contents: Contents, bytes: Uint8Array<ArrayBuffer>, version: string): void {
    const opened = openText({ bytes, version }, contents.encoding);
    if (opened) this.#onServer = opened;
    this.#saved = contents;
    this.facts.setState({
      size: bytes.length,
      readable: this.#onServer.encodings,
      serverChange: 'none',
      draft: undefined,
    });
    this.#refresh();
  }

  /** Makes the next save replace this version. The local text stays. */
  replaceVersion(version: string): void {
    this.#onServer = { ...this.#onServer, version };
  }

  /** Replaces the local text by the one that was read from the server. The user can undo this. */
  adoptServerText(opened: OpenedText): void {
    const { doc, endings } = documentOf(opened.lines);
    this.#onServer = opened;
    this.#saved = { doc, endings, encoding: opened.encoding };
    this.facts.setState({
      encoding: opened.encoding,
      readable: opened.encodings,
      size: opened.bytes.length,
      serverChange: 'none',
      compared: undefined,
    });
    this.replaceText(doc, endings);
  }

  /** Replaces the text without saving. Unchanged lines keep their endings. */
  replaceText(doc: Text, endings?: LineEndings): void {
    this.view.dispatch({
      changes: changeBetween(this.view.state.doc, doc),
      effects: endings ? [replaceLineEndings(endings)] : [],
      annotations: isolateHistory.of('full'),
    });
    this.#refresh();
  }

  /** Restores a draft. It keeps its version, so saving asks if the file has changed since. */
  restore(draft: Draft): void {
    const { doc, endings } = documentOf(splitLines(draft.text));
    this.replaceVersion(draft.version);
    this.facts.setState({ encoding: draft.encoding, draft: undefined });
    this.replaceText(doc, endings);
  }

  /** Decodes the bytes of the server again and replaces the local text. */
  readAs(encoding: Encoding): void {
    const opened = openText(this.#onServer, encoding);
    if (opened) this.adoptServerText(opened);
  }

  /** Sets the encoding for saving. */
  saveAs(encoding: Encoding): void {
    this.facts.setState({ encoding });
    this.#refresh();
  }

  /** Offers to restore a draft; undefined removes the offer. */
  offerDraft(draft: Draft | undefined): void {
    this.facts.setState({ draft });
  }

  /** Opens or closes the comparison with the text of the server. */
  compareWith(compared: OpenedText | undefined): void {
    this.facts.setState({ compared });
  }

  setLineEnd(end: LineEnd): void {
    this.view.dispatch({ effects: unifyLineEnds(end) });
  }

  setWraps(wraps: boolean): void {
    this.facts.setState({ wraps });
    setWrapping(this.view, wraps);
  }

  /** Adds the extensions that are loaded after the text is shown. Rejects if they cannot be loaded. */
  async loadExtensions(): Promise<void> {
    const { extras } = await loadExtras();
    addExtras(this.view, extras());
    const { LANGUAGE_NAMES } = await loadLanguages();
    this.facts.setState({ languages: LANGUAGE_NAMES });
  }

  /** Opens the search panel. Rejects if it cannot be loaded. */
  async find(): Promise<void> {
    const { openSearchPanel } = await loadExtras();
    openSearchPanel(this.view);
  }

  /** Highlights the text in the language that its file name and first line suggest. A text with long lines stays plain. */
  async highlightByName(name: string): Promise<void> {
    const { doc } = this.view.state;
    if (!hasShortLines(doc)) return this.highlightAs(undefined);
    const { languageOf } = await loadLanguages();
    await this.highlightAs(languageOf(name, doc.line(1).text));
  }

  /** Highlights the text in the language of this name; undefined ends the highlighting. Rejects if the language cannot be loaded. */
  async highlightAs(name: string | undefined): Promise<void> {
    if (name === undefined && this.facts.getState().language === undefined) return;
    const { loadLanguage } = await loadLanguages();
    setLanguage(this.view, (name !== undefined && (await loadLanguage(name))) || []);
    this.facts.setState({ language: name });
  }

  goToLine(number: number): void {
    const { doc } = this.view.state;
    const line = doc.line(Math.max(1, Math.min(doc.lines, number)));
    this.view.dispatch({ selection: { anchor: line.from }, scrollIntoView: true });
    this.view.focus();
  }

  /** Updates the facts after a change of the text, its line endings or the selection. */
  #follow({ state, docChanged, selectionSet, transactions }: ViewUpdate): void {
    const hasEffects = transactions.some(({ effects }) => effects.length > 0);
    if (docChanged || hasEffects) this.#refresh();
    if (docChanged || selectionSet) this.facts.setState({ cursor: cursorOf(state) });
  }

  /** Compares the contents with the saved ones, and reads the line endings. */
  #refresh(): void {
    const { doc, endings, encoding } = this.contents();
    const isSaved =
      encoding === this.#saved.encoding &&
      doc.eq(this.#saved.doc) &&
      isSameEndings(endings, this.#saved.endings);
    const facts = {
      isUnsaved: !isSaved,
      lineEnd: endings.end,
      isMixed: endings.exceptions.size > 0,
    };
    this.facts.setState(facts);
  }
}

function hasShortLines(doc: Text): boolean {
  for (const line of doc.iterLines()) if (line.length > LONGEST_LINE) return false;
  return true;
}

function cursorOf({ doc, selection }: EditorState): Cursor {
  const { head } = selection.main;
  const line = doc.lineAt(head);
  const selected = selection.ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    line: line.number,
    column: head - line.from + 1,
    selected,
    count: selection.ranges.length,
  };
}

/** Change of the file on the server since its text was read or saved; `gone` if the file was deleted or moved away. */
type ServerChange = 'none' | 'changed' | 'gone';

/** State of the editor besides its text. */
interface EditorFacts {
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  readonly encoding: Encoding;
  /** Encodings that can decode the bytes on the server. */
  readonly readable: readonly Encoding[];
  readonly lineEnd: LineEnd;
  readonly isMixed: boolean;
  /** Undefined for plain text. */
  readonly language: string | undefined;
  /** Selectable languages, once they are loaded. */
  readonly languages: readonly string[];
  readonly wraps: boolean;
  readonly cursor: Cursor;
  /** Size in bytes when last read or saved. */
  readonly size: number;
  readonly serverChange: ServerChange;
  /** Text on the server while it is compared. */
  readonly compared: OpenedText | undefined;
  /** Earlier unsaved text, until the user restores or discards it. */
  readonly draft: Draft | undefined;
}

interface Cursor {
  /** Both start at 1. */
  readonly line: number;
  readonly column: number;
  /** Number of characters. */
  readonly selected: number;
  readonly count: number;
}
