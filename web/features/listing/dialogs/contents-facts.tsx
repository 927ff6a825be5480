import type { Entry } from '#contract/files.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useFormats } from '../../../state/use-formats.ts';
import { Fact } from './fact.tsx';
import styles from './info-dialog.module.css';
import { useContents } from './use-contents.ts';

/** Totals of all levels, which grow while the server counts. */
export function ContentsFacts({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { counting, stop, again } = useContents(entries);
  const { files, folders, size } = counting.sum;
  const atLeast = counting.status === 'complete' ? '' : '≥ ';
  return (
    <>
      <Fact label={t('info.contents')}>
        {atLeast}
        {t('listing.content', {
          folders: t('listing.folderCount', { count: folders }),
          files: t('listing.fileCount', { count: files }),
        })}
      </Fact>
      <Fact label={t('info.totalSize')}>
        {atLeast}
        <bdi>
          {size < 1_024
            ? formats.size(size)
            : t('info.sizeExact', {
                size: formats.size(size),
                bytes: size,
              })}
        </bdi>
      </Fact>
      {counting.status === 'counting' && (
        <dd className={styles.counting}>
          <Spinner size={16} />
          <span role="status">{t('info.counting')}</span>
          <Button variant="quiet" onClick={stop}>
            {t('info.stop')}
          </Button>
        </dd>
      )}
      {(counting.status === 'stopped' || counting.status === 'failed') && (
        <dd className={styles.counting}>
          <span role="status">
            {counting.status === 'failed' ? failureText(t, counting.failure) : t('info.stopped')}
          </span>
          <Button variant="quiet" onClick={again}>
            {t('common.retry')}
          </Button>
        </dd>
      )}
    </>
  );
}
