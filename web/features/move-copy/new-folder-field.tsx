import { useQueryClient } from '@tanstack/react-query';
import { FolderPlus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { folderQuery, createFolder } from '../../api/files.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing } from '../../lib/keyboard.ts';
import { PROBLEM_TEXT, problemOf } from '../../lib/name-problem.ts';
import { createReusing } from '../../state/create-reusing.ts';
import { useRequest } from '../../state/forms/use-request.ts';
import { useTakenNames } from '../../state/use-taken-names.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { folderName } from './folder-name.ts';
import styles from './folder-picker.module.css';

/** Creates a folder in the selected one. */
export function NewFolderField({ folder, onMade }: { folder: string; onMade(path: string): void }) {
  const { t } = useTranslation();
  const [parent, setParent] = useState<string>();
  if (parent === undefined) {
    return (
      <Button variant="quiet" onClick={() => setParent(folder)}>
        <FolderPlus size={18} strokeWidth={1.75} aria-hidden />
        {t('actions.newFolder')}
      </Button>
    );
  }
  return <NameField folder={parent} onMade={onMade} onClose={() => setParent(undefined)} />;
}

function NameField({
  folder,
  onMade,
  onClose,
}: {
  /** Path of the folder that was selected when the field opened. */
  folder: string;
  onMade(path: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const problem = problemOf(trimmed, useTakenNames(folder));

  const { isBusy, failure, send, reset } = useRequest(async () => {
    const path = `${folder}/${trimmed}`;
    await createReusing(path, () => createFolder(path));
    await queries.invalidateQueries({ queryKey: folderQuery(`${folder}/`).queryKey });
    onMade(path);
    onClose();
  });
  const make = () => {
    if (trimmed !== '' && !problem) send();
  };
  const onKey = (event: KeyboardEvent) => {
    // During composition, both keys belong to the input method.
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // The dialog around the field must not submit or close.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    else make();
  };

  return (
    <div className={styles.newFolder} role="presentation" onKeyDown={onKey}>
      <TextField
        label={t('transfers.newFolderIn', { folder: folderName(t, folder) })}
        value={name}
        autoFocus
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        error={problem ? t(PROBLEM_TEXT[problem]) : failure}
        onChange={(event) => {
          setName(event.target.value);
          reset();
        }}
      />
      <Button busy={isBusy} onClick={make}>
        {t('prompts.create')}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
