import { FileUp, FolderUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { canPickFolders } from './pick-files.ts';
import styles from './upload-prompt.module.css';
import { useUploadPicker } from './use-upload.ts';

/** Files or a whole folder? The browser has a picker of its own for each. */
export function UploadPrompt({
  prompt: { folder },
  onClose,
}: {
  prompt: { folder: string };
  onClose(): void;
}) {
  const { t } = useTranslation();
  const picker = useUploadPicker();
  const pick = (open: (folder: string) => void) => () => {
    open(folder);
    onClose();
  };
  return (
    <Dialog
      title={t('uploads.chooseTitle')}
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      <div className={styles.choices}>
        <Button onClick={pick(picker.pickFiles)} autoFocus>
          <FileUp size={20} strokeWidth={1.75} aria-hidden />
          {t('uploads.chooseFiles')}
        </Button>
        {canPickFolders() && (
          <Button onClick={pick(picker.pickFolder)}>
            <FolderUp size={20} strokeWidth={1.75} aria-hidden />
            {t('uploads.chooseFolder')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
