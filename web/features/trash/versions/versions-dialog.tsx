import { useQuery } from '@tanstack/react-query';
import { VersionList } from '../../../actions/versions/version-list.tsx';
import { fileQuery } from '../../../api/files.ts';
import { versionsQuery } from '../../../api/versions.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { daysText } from '../page/time-texts.ts';
import styles from '../stored-file/stored-file.module.css';

/** Lists all versions of a file. */
export function VersionsDialog({ dialog, onClose }: DialogProps<'versions'>) {
  const { t, locale } = useTranslation();
  // Restoring a version changes the file while the dialog is open.
  const { data: present } = useQuery(fileQuery(dialog.entry.path));
  const entry = present ?? dialog.entry;
  const { data, error, refetch } = useQuery(versionsQuery(entry.path, entry.modified));
  return (
    <Dialog
      closesOnBackdrop
      title={
        <span className={styles.title}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={32} />
          <span className={styles.titleText}>
            <span className={styles.caption}>{t('actions.versionHistory')}</span>
            <EntryName name={entry.name} />
          </span>
        </span>
      }
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" data-focus-first>
          {t('common.close')}
        </Button>
      }
    >
      {error && (
        <div className={styles.stage} role="alert">
          <p>{failureText(t, error)}</p>
          <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
        </div>
      )}
      {!error && !data && (
        <div className={styles.stage} role="status" aria-label={t('common.loading')}>
          <Spinner size={28} />
        </div>
      )}
      {data && <VersionList entry={entry} versions={data.items} />}
      {data && (
        <p className={styles.note}>
          {data.isOn
            ? `${data.items.length === 0 ? `${t('versions.none')} ` : ''}${t('versions.kept', {
                most: data.most,
                time: daysText(data.keptMs, locale),
              })}`
            : t('versions.off')}
        </p>
      )}
    </Dialog>
  );
}
