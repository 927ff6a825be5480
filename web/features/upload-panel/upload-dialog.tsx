import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import { FileUp, FolderUp } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './upload-dialog.module.css';

const CHOICES = [
  { what: 'files', label: 'uploads.pick.files', hint: 'uploads.pick.filesHint', icon: FileUp },
  { what: 'folder', label: 'uploads.pick.folder', hint: 'uploads.pick.folderHint', icon: FolderUp },
] as const;

/** Asks whether to upload files or a folder, because browsers have no chooser for both. */
export function UploadDialog({ dialog: { folder, pick }, onClose }: DialogProps<'upload'>) {
  const { t } = useTranslation();
  const name = nameOf(parseTreePath(folder) ?? ROOT) || t('shell.myFiles');
  return (
    <Dialog
      title={t('uploads.pick.title', { folder: name })}
      closesOnBackdrop
      onClose={onClose}
      buttons={<Button onClick={onClose}>{t('common.cancel')}</Button>}
    >
      <div className={styles.choices}>
        {CHOICES.map(({ what, label, hint, icon: Icon }) => (
          <button
            key={what}
            type="button"
            className={styles.choice}
            onClick={() => {
              onClose();
              // Runs within the click, which browsers require for opening a file chooser.
              pick(what);
            }}
          >
            <Icon size={28} strokeWidth={1.5} aria-hidden />
            <span className={styles.label}>{t(label)}</span>
            <span className={styles.hint}>{t(hint)}</span>
          </button>
        ))}
      </div>
      <p className={styles.drop}>{t('uploads.pick.drop')}</p>
    </Dialog>
  );
}
