import type { FileInfo } from '#contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef } from 'react';
import { fileQuery, folderQuery } from '../../api/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import { session } from '../../state/session.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import { showFailure } from '../../state/show-failure.ts';
import { announce } from '../../ui/live-region.tsx';
import type { EditorSession } from './session/editor-session.ts';
import { type SaveOutcome, Saver } from './session/saving.ts';

export interface Saving {
  /** Resolves with true if everything is saved; otherwise the user was informed. */
  save(): Promise<boolean>;
  /** Creates a deleted file again. */
  recreateFile(): Promise<boolean>;
}

/** Saves a text, and reports or asks about the outcome. */
export function useSaving(text: EditorSession, file: FileInfo): Saving {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const latest = useRef({ t, queries, file });
  useEffect(() => {
    latest.current = { t, queries, file };
  });
  return useMemo(() => {
    const saver = new Saver(text);
    const reportOutcome = (outcome: SaveOutcome) => report(outcome, text, saving, latest.current);
    const saving: Saving = {
      save: async () => reportOutcome(await saver.save()),
      recreateFile: async () => reportOutcome(await saver.recreateFile()),
    };
    return saving;
  }, [text]);
}

/** Values of the latest rendering, used when saving ends. */
interface LatestValues {
  readonly t: TFunction;
  readonly queries: ReturnType<typeof useQueryClient>;
  readonly file: FileInfo;
}

/** Reports the outcome, or asks what to do. Returns true if everything is saved. */
function report(
  outcome: SaveOutcome,
  text: EditorSession,
  saving: Saving,
  { t, queries, file }: LatestValues,
): boolean {
  const { name } = file;
  switch (outcome.kind) {
    case 'saved':
      announce(t('editor.saved'));
      // Size and modification time have changed.
      void queries.invalidateQueries({ queryKey: fileQuery(file.path).queryKey });
      void queries.invalidateQueries({ queryKey: folderQuery(`${folderHolding(file)}/`).queryKey });
      return !text.isUnsaved;
    case 'changed':
      askAboutConflict(outcome, text, saving, name);
      return false;
    case 'gone':
      text.setServerChange('gone');
      dialogs.getState().openWhenFree({
        kind: 'recreate-file',
        name,
        create: mayCreate() ? () => void saving.recreateFile() : undefined,
      });
      return false;
    case 'unencodable':
      dialogs.getState().openWhenFree({
        kind: 'save-as-utf-8',
        name,
        encoding: t(`editor.encodings.${text.facts.getState().encoding}`),
        save: () => {
          text.saveAs('utf-8');
          void saving.save();
        },
      });
      return false;
    case 'failed': {
      const reason = failureText(t, outcome.failure);
      const message = t('editor.saveFailed', { name, reason });
      showFailure(t, outcome.failure, message);
      return false;
    }
  }
}

function askAboutConflict(
  { version, theirs }: Extract<SaveOutcome, { kind: 'changed' }>,
  text: EditorSession,
  saving: Saving,
  name: string,
): void {
  text.setServerChange('changed');
  dialogs.getState().openWhenFree({
    kind: 'save-conflict',
    name,
    // A version saved by others during the question is not overwritten.
    overwrite: () => {
      text.replaceVersion(version);
      void saving.save();
    },
    reload: theirs && (() => text.adoptServerText(theirs)),
    compare: theirs && (() => text.compareWith(theirs)),
  });
}

/** Returns true if the user may create files. */
export function mayCreate(): boolean {
  return session.getState().user?.perm.create ?? false;
}
