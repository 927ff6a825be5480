import type { FileInfo } from '#contract/files.ts';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Transfers } from '../../actions/action.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { CodeArea } from './code-area.tsx';
import styles from './editor.module.css';
import { EditorBar } from './editor-bar.tsx';
import { Notices } from './notices.tsx';
import { editorPreferences, preferInEditor } from './preferences.ts';
import type { EditorSession } from './session/editor-session.ts';
import { StatusBar } from './status-bar.tsx';
import { useDraft } from './use-draft.ts';
import { useEditorKeys } from './use-editor-keys.ts';
import { useFileMoves } from './use-file-moves.ts';
import { useLeaving } from './use-leaving.ts';
import { useNews } from './use-news.ts';
import { useSaving } from './use-saving.ts';
import { useUnsavedTitle } from './use-unsaved-title.ts';

const Beside = lazy(async () => ({ default: (await import('./beside.tsx')).Beside }));
const Comparison = lazy(async () => ({
  default: (await import('./compare/comparison.tsx')).Comparison,
}));

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
  const saving = useSaving(text, file);
  const draft = useDraft(text);
  useLeaving(text, { name: file.name, saving, onDiscard: draft.discard });
  useNews(text);
  useFileMoves(text, file, () => (text.isUnsaved ? text.setNews('gone') : onLeave()));
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

  return (
    <>
      <EditorBar
        {...{ text, file, transfers, saving, onLeave }}
        onFind={find}
        beside={hasBeside ? { isOn: isBeside, set: showBeside } : undefined}
      />
      <Notices text={text} saving={saving} onDiscardDraft={draft.discard} />
      {compared && (
        <Suspense fallback={null}>
          <Comparison text={text} theirs={compared} saving={saving} />
        </Suspense>
      )}
      <div className={styles.work} hidden={compared !== undefined}>
        <CodeArea view={text.view} />
        {hasBeside && isBeside && (
          <Suspense fallback={null}>
            <Beside text={text} file={file} />
          </Suspense>
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
  useEffect(() => void orReport(text.equip()), [text, orReport]);
  // The failure to load languages is reported by `equip()`.
  useEffect(() => void text.colourByName(name).catch(() => {}), [text, name]);
  return { find: () => void orReport(text.find()) };
}
