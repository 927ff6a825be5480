import type { FileInfo } from '#contract/files.ts';
import { Download } from 'lucide-react';
import { downloadFile } from '../../../../actions/download.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Button } from '../../../../ui/button.tsx';
import styles from './first-part.module.css';

/** Explains that only the first part is shown, with a download button. */
export function FirstPart({ file, words }: { file: FileInfo; words: string }) {
  const { t } = useTranslation();
  return (
    <p className={styles.notice} role="note">
      <span>{words}</span>
      <Button onClick={() => downloadFile(file.path)}>
        <Download size={18} strokeWidth={1.75} aria-hidden />
        {t('actions.download')}
      </Button>
    </p>
  );
}
