import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { folderQuery } from '../../../api/files.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { awaitEntry } from '../../../state/listing-place.ts';
import { toasts } from '../../../state/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { folderOf } from '../place-of.ts';
import { NameField } from './name-field.tsx';
import { PROBLEM_TEXT, problemOf } from '../../../lib/name-problem.ts';
import { useTakenNames } from './use-taken-names.ts';

/** Asks for a name, makes what is to have it, and lets the listing show it. */
export function CreateDialog({
  title,
  done,
  folder,
  create,
  onClose,
}: {
  title: string;
  /** The sentence that says that it is made. */
  done: 'prompts.folderCreated' | 'prompts.fileCreated';
  /** With or without a slash at its end. */
  folder: string;
  create(path: string): Promise<void>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const place = folderOf(folder);
  const [name, setName] = useState('');
  const { failure, isBusy, make } = useCreate(place, create, (made) => {
    onClose();
    toasts.getState().show('success', t(done, { name: made }));
  });
  const taken = useTakenNames(place);

  const trimmed = name.trim();
  const problem = problemOf(trimmed, taken);

  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (trimmed !== '' && !problem && !isBusy) make(trimmed);
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

function useCreate(
  folder: string,
  create: (path: string) => Promise<void>,
  onMade: (name: string) => void,
) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const make = async (name: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await create(`${folder}/${name}`);
    } catch (thrown) {
      setBusy(false);
      return setFailure(failureText(t, thrown));
    }
    awaitEntry(`${folder}/${name}`);
    onMade(name);
    return queries.invalidateQueries({ queryKey: folderQuery(`${folder}/`).queryKey });
  };
  return { isBusy, failure, make: (name: string) => void make(name) };
}
