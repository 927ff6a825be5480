import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { FROM_LISTING } from '../../../actions/use-back-to-folder.ts';
import { folderQuery, createFile, createFolder, fileQuery } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { PROBLEM_TEXT, problemOf } from '../../../lib/name-problem.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { isRendered, screenOf, SOURCE_PARAMETER } from '../../../state/file-screens.ts';
import { useRequest } from '../../../state/forms/use-request.ts';
import { createReusing } from '../../../state/create-reusing.ts';
import { awaitEntry } from '../../../state/listing-position.ts';
import { toasts } from '../../../state/toasts.ts';
import { undoButton } from '../../../state/undo.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { folderOf } from '../folder-of.ts';
import { NameField } from './name-field.tsx';
import { useTakenNames } from '../../../state/use-taken-names.ts';

const KINDS = {
  'new-folder': {
    title: 'prompts.newFolder',
    created: 'prompts.folderCreated',
    create: createFolder,
  },
  'new-file': { title: 'prompts.newFile', created: 'prompts.fileCreated', create: createFile },
} as const;

/**
 * Asks for the name of a new folder or file, creates it and selects it in the listing. A text opens in the editor.
 */
export function CreateDialog({
  dialog: { kind, folder },
  onClose,
}: DialogProps<'new-folder'> | DialogProps<'new-file'>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { title, created, create } = KINDS[kind];
  const parent = folderOf(folder);
  const [name, setName] = useState('');
  const taken = useTakenNames(parent);
  const trimmed = name.trim();

  const { isBusy, failure, send } = useRequest(async (wanted: string) => {
    const group = randomKey();
    const path = `${parent}/${wanted}`;
    await createReusing(path, () => create(path, group));
    awaitEntry(path);
    toasts
      .getState()
      .show('success', t(created, { name: wanted }), undoButton(t, 'trashing', [group]));
    void queries.invalidateQueries({ queryKey: folderQuery(`${parent}/`).queryKey });
    const editor = kind === 'new-file' && (await editorOf(queries, path));
    onClose();
    if (editor) void navigate(editor, { state: FROM_LISTING });
  });
  // The new item may be in the listing before the server has answered.
  const problem = isBusy ? undefined : problemOf(trimmed, taken);

  return (
    <Dialog
      title={t(title)}
      onClose={onClose}
      onSubmit={() => {
        if (trimmed !== '' && !problem) send(trimmed);
      }}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t('prompts.create')}
          </Button>
        </>
      }
    >
      <NameField
        value={name}
        error={problem ? t(PROBLEM_TEXT[problem]) : failure}
        onChange={setName}
      />
    </Dialog>
  );
}

/** Returns the address at which a new file can be written; undefined if it is not a text. */
async function editorOf(queries: QueryClient, path: string): Promise<string | undefined> {
  // The file exists. Without its metadata it is not opened.
  const file = await queries.fetchQuery(fileQuery(path)).catch(() => undefined);
  if (file === undefined) return undefined;
  const wantsSource = isRendered(file.name);
  if (screenOf(file, wantsSource) !== 'editor') return undefined;
  return wantsSource ? `${filesAddress(path)}?${SOURCE_PARAMETER}` : filesAddress(path);
}
