import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NameField } from './name-field.tsx';
import { useNewName } from './use-new-name.ts';

/** Asks for a new name where it cannot be edited in place: on touch devices and outside the listing. */
export function RenameDialog({ dialog: { entry }, onClose }: DialogProps<'rename'>) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const { name, problem, change, submit } = useNewName(entry, field);
  return (
    <Dialog
      title={t('prompts.renameTitle')}
      onClose={onClose}
      onSubmit={() => {
        if (submit()) onClose();
      }}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('actions.rename')}
          </Button>
        </>
      }
    >
      <NameField ref={field} value={name} error={problem} onChange={change} />
    </Dialog>
  );
}
