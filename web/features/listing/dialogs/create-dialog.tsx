import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { folderQuery, createFile, createFolder } from '../../../api/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { PROBLEM_TEXT, problemOf } from '../../../lib/name-problem.ts';
import type { DialogProps } from '../../../state/dialogs.ts';
import { useRequest } from '../../../state/forms/use-request.ts';
import { awaitEntry } from '../../../state/listing-position.ts';
import { toasts } from '../../../state/toasts.ts';
import { undoButton } from '../../../state/undo.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { folderOf } from '../place-of.ts';
import { NameField } from './name-field.tsx';
import { useTakenNames } from './use-taken-names.ts';

const KINDS = {
  'new-folder': {
    title: 'prompts.newFolder',
    created: 'prompts.folderCreated',
    create: createFolder,
  },
  'new-file': { title: 'prompts.newFile', created: 'prompts.fileCreated', create: createFile },
} as const;

/** Asks for the name of a new folder or file, creates it and selects it in the listing. */
export function CreateDialog({
  dialog: { kind, folder },
  onClose,
}: DialogProps<'new-folder'> | DialogProps<'new-file'>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { title, created, create } = KINDS[kind];
  const parent = folderOf(folder);
  const [name, setName] = useState('');
  const taken = useTakenNames(parent);
  const trimmed = name.trim();
  const problem = problemOf(trimmed, taken);

  const { isBusy, failure, send } = useRequest(async (wanted: string) => {
    const group = randomKey();
    await create(`${parent}/${wanted}`, group);
    awaitEntry(`${parent}/${wanted}`);
    toasts
      .getState()
      .show('success', t(created, { name: wanted }), undoButton(t, 'trashing', [group]));
    void queries.invalidateQueries({ queryKey: folderQuery(`${parent}/`).queryKey });
    onClose();
  });

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
