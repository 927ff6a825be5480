import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialogs.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { folderOf } from '../place-of.ts';
import { NameField } from './name-field.tsx';
import { PROBLEM_TEXT, problemOf } from '../../../lib/name-problem.ts';
import { renameEntry } from './rename-entry.ts';
import { stemLength } from './stem-length.ts';
import { useTakenNames } from './use-taken-names.ts';

/** Asks for a new name; the part before the extension is selected, so that typing replaces just that. */
export function RenameDialog({ dialog: { folder, entry }, onClose }: DialogProps<'rename'>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [name, setName] = useState(entry.name);
  const field = useRef<HTMLInputElement>(null);
  const all = useTakenNames(folderOf(folder));
  const others = useMemo(() => {
    const names = new Set(all);
    names.delete(entry.name);
    return names;
  }, [all, entry.name]);
  const problem = problemOf(name, others);

  // Runs after the dialog has focused the field.
  useEffect(() => field.current?.setSelectionRange(0, stemLength(entry)), [entry]);

  const submit = () => {
    if (name.trim() === '' || problem) return;
    onClose();
    if (name !== entry.name) void renameEntry({ t, queries }, entry, name);
  };
  return (
    <Dialog
      title={t('prompts.renameTitle')}
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('actions.rename')}
          </Button>
        </>
      }
    >
      <NameField
        ref={field}
        value={name}
        error={problem && t(PROBLEM_TEXT[problem])}
        onChange={setName}
      />
    </Dialog>
  );
}
