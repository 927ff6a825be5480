import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { folderQuery, makeFolder } from '../../api/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PROBLEM_TEXT, problemOf } from '../../lib/name-problem.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './folder-picker.module.css';

/** Makes a folder inside the one that is looked into, which is then chosen. */
export function NewFolderField({ folder, onMade }: { folder: string; onMade(path: string): void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <FolderPlus size={18} strokeWidth={1.75} aria-hidden />
        {t('actions.newFolder')}
      </Button>
    );
  }
  return <NameField folder={folder} onMade={onMade} onClose={() => setOpen(false)} />;
}

function NameField({
  folder,
  onMade,
  onClose,
}: {
  folder: string;
  onMade(path: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const trimmed = name.trim();
  const problem = problemOf(trimmed, useNamesIn(folder));

  const make = async () => {
    if (trimmed === '' || problem || isBusy) return;
    setBusy(true);
    try {
      await makeFolder(`${folder}/${trimmed}`);
    } catch (thrown) {
      setBusy(false);
      return setFailure(failureText(t, thrown));
    }
    await queries.invalidateQueries({ queryKey: folderQuery(`${folder}/`).queryKey });
    onMade(`${folder}/${trimmed}`);
    return onClose();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Neither is meant for the dialog around the field.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else void make();
  };

  return (
    <div className={styles.newFolder} role="presentation" onKeyDown={onKey}>
      <TextField
        label={t('actions.newFolder')}
        value={name}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        error={problem ? t(PROBLEM_TEXT[problem]) : failure}
        onChange={(event) => {
          setName(event.target.value);
          setFailure(undefined);
        }}
      />
      <Button busy={isBusy} onClick={() => void make()}>
        {t('prompts.create')}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}

/** As the picker shows them: it has read the folder already. */
function useNamesIn(folder: string): ReadonlySet<string> {
  const { data } = useQuery({ ...folderQuery(`${folder}/`), enabled: false });
  return useMemo(() => new Set(data?.items.map(({ name }) => name)), [data]);
}
