import type { FileInfo } from '#contract/files.ts';
import type { EditorView } from '@codemirror/view';
import { lazy, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Transfers } from '../../actions/action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useKeys } from '../../lib/keyboard.ts';
import { toasts } from '../../state/toasts.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { EditorBar } from './editor-bar.tsx';
import styles from './editor.module.css';
import { Notices } from './notices.tsx';
import { editorPreferences, preferInEditor } from './preferences.ts';
import type { EditorSession } from './session/editor-session.ts';
import { StatusBar } from './status-bar.tsx';
import { useDraft } from './use-draft.ts';
import { useFileMoves } from './use-file-moves.ts';
import { useLeaving } from './use-leaving.ts';
import { useServerChanges } from './use-server-changes.ts';
import { useSaving } from './use-saving.ts';

async function loadPreviewPane() {
  return { default: (await import('./preview-pane.tsx')).PreviewPane };
}

async function loadComparison() {
  return { default: (await import('./compare/comparison.tsx')).Comparison };
}

/** Editor of a loaded text. */
export function OpenEditor({
  text,
  file,
  transfers,
  onLeave,
}: {
  text: EditorSession;
  file: FileInfo;
  transfers: Transfers;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const saving = useSaving(text, file);
  const drafts = useDraft(text);
  useLeaving(text, { name: file.name, saving, onDiscard: drafts.discardText });
  useServerChanges(text);
  useFileMoves(text, file, () => (text.isUnsaved ? text.setServerChange('gone') : onLeave()));
  useUnsavedTitle(text, file.name);
  const { find } = useExtras(text, file.name);
  useEditorKeys(text, { save: () => void saving.save(), find, leave: onLeave });
  const [isBeside, setBeside] = useState(() => editorPreferences().isBeside);
  const showBeside = (isOn: boolean) => {
    preferInEditor({ isBeside: isOn });
    setBeside(isOn);
  };
  const compared = useStore(text.facts, (facts) => facts.compared);
  const hasBeside = isDocument(file.name);
  const [PreviewPane, setPreviewPane] = useState(() => lazy(loadPreviewPane));
  const [Comparison, setComparison] = useState(() => lazy(loadComparison));
  // After a failure, only a new component loads again. The text stays.
  const givePreviewUp = () => {
    setPreviewPane(() => lazy(loadPreviewPane));
    setBeside(false);
    toasts.getState().show('error', t('preview.notLoaded'));
  };
  const giveComparisonUp = () => {
    setComparison(() => lazy(loadComparison));
    text.compareWith(undefined);
    toasts.getState().show('error', t('errors.noConnection'));
  };

  return (
    <>
      <EditorBar
        {...{ text, file, transfers, saving, onLeave }}
        onFind={find}
        beside={hasBeside ? { isOn: isBeside, set: showBeside } : undefined}
      />
      <Notices text={text} saving={saving} onDiscardDraft={drafts.discardOffered} />
      {compared && (
        <LatePart onFailure={giveComparisonUp}>
          <Comparison text={text} theirs={compared} saving={saving} />
        </LatePart>
      )}
      <div className={styles.work} hidden={compared !== undefined}>
        <CodeArea view={text.view} />
        {hasBeside && isBeside && (
          <LatePart onFailure={givePreviewUp}>
            <PreviewPane text={text} file={file} />
          </LatePart>
        )}
      </div>
      <StatusBar text={text} />
    </>
  );
}

/** Returns true for documents that can be previewed beside their source. */
function isDocument(name: string): boolean {
  return /\.(?:md|markdown)$/i.test(name);
}

/** Loads search and syntax highlighting after the text is visible. */
function useExtras(text: EditorSession, name: string): { find(): void } {
  const { t } = useTranslation();
  const orReport = useCallback(
    (loading: Promise<void>) =>
      loading.catch(() => toasts.getState().show('info', t('editor.extrasFailed'))),
    [t],
  );
  useEffect(() => void orReport(text.loadExtensions()), [text, orReport]);
  // The failure to load languages is reported by `loadExtensions()`.
  useEffect(() => void text.highlightByName(name).catch(() => {}), [text, name]);
  return { find: () => void orReport(text.find()) };
}

/** Container of the editor, which is focused initially. */
function CodeArea({ view }: { view: EditorView }) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    container.current?.replaceChildren(view.dom);
    view.requestMeasure();
    view.focus();
  }, [view]);
  return <div ref={container} className={styles.code} />;
}

interface EditorKeys {
  save(): void;
  find(): void;
  leave(): void;
}

/** Handles keys of the whole editor before the editing library handles its own. */
function useEditorKeys(text: EditorSession, keys: EditorKeys): void {
  useKeys('editor', (event, pressed) => {
    const action = actionOf(event, pressed, text, keys);
    action?.();
    return action !== undefined;
  });
}

/** Returns the action of a pressed key; undefined for a key that is handled elsewhere. */
function actionOf(
  { target }: KeyboardEvent,
  pressed: string,
  text: EditorSession,
  keys: EditorKeys,
): (() => void) | undefined {
  if (pressed === 'Ctrl+S') return keys.save;
  if (pressed === 'Ctrl+F' && text.facts.getState().compared === undefined) return keys.find;
  const isInText = target instanceof Node && text.view.dom.contains(target);
  const isElsewhere = target instanceof Element && target.closest('[role="menu"], select');
  return pressed === 'Escape' && !isInText && !isElsewhere ? keys.leave : undefined;
}

const MARK = '• ';

/** Marks an unsaved text with a dot in the document title. */
function useUnsavedTitle(text: EditorSession, name: string): void {
  const isUnsaved = useStore(text.facts, (facts) => facts.isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return undefined;
    if (!document.title.startsWith(MARK)) document.title = MARK + document.title;
    return () => {
      if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length);
    };
    // The page has set its title to the file name.
  }, [isUnsaved, name]);
}
