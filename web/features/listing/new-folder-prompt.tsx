import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { folderQuery, makeFolder } from '../../api/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { awaitEntry } from '../../state/listing-place.ts';
import type { PromptOf } from '../../state/prompts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { problemOf } from './new-folder-name.ts';
import { folderOf } from './place-of.ts';

const PROBLEMS = {
  'has-slash': 'prompts.nameHasSlash',
  'has-null': 'prompts.nameInvalid',
  reserved: 'prompts.nameReserved',
  'too-long': 'prompts.nameTooLong',
  taken: 'errors.alreadyExists',
} as const;

/** Asks for a name, makes the folder, and lets the listing show it. */
export function NewFolderPrompt({
  prompt,
  onClose,
}: {
  prompt: PromptOf<'new-folder'>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const folder = folderOf(prompt.folder);
  const [name, setName] = useState('');
  const { failure, isBusy, make } = useMakeFolder(folder, onClose);
  const taken = useNamesIn(folder);

  const trimmed = name.trim();
  const problem = problemOf(trimmed, taken);
  const told = problem ? t(PROBLEMS[problem]) : failure;

  return (
    <Dialog
      title={t('prompts.newFolder')}
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
      <TextField
        label={t('prompts.folderName')}
        value={name}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        error={told}
        onChange={(event) => setName(event.target.value)}
      />
    </Dialog>
  );
}

function useMakeFolder(folder: string, onMade: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const make = async (name: string) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await makeFolder(`${folder}/${name}`);
    } catch (thrown) {
      setBusy(false);
      return setFailure(failureText(t, thrown));
    }
    awaitEntry(`${folder}/${name}`);
    onMade();
    return queries.invalidateQueries({ queryKey: folderQuery(`${folder}/`).queryKey });
  };
  return { isBusy, failure, make: (name: string) => void make(name) };
}

/** From what is known already: the server has the last word. */
function useNamesIn(folder: string): ReadonlySet<string> {
  const { data } = useQuery({ ...folderQuery(`${folder}/`), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ name }) => name)), [data]);
}
