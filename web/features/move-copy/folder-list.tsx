import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { folderQuery } from '../../api/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { sortedEntries } from '../../state/listing-order.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './folder-picker.module.css';
import { FolderOptions, type FolderOptionsProps } from './folder-options.tsx';

/** The folders in a folder: on their way, none, not to be had, or there. */
export function FolderList(props: Omit<FolderOptionsProps, 'folders'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(folderQuery(`${props.folder}/`));
  const folders = useMemo(
    () =>
      sortedEntries(
        (data?.items ?? []).filter(({ isDir }) => isDir),
        { by: 'name', asc: false },
      ),
    [data],
  );

  if (data) return <FolderOptions {...props} folders={folders} />;
  return (
    <div className={styles.frame} aria-busy={!error}>
      {error ? (
        <div className={styles.nothing} role="alert">
          <p>{failureText(t, error)}</p>
          <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
        </div>
      ) : (
        <div className={styles.loading} role="status" aria-label={t('common.loading')}>
          <Skeleton width="40%" />
          <Skeleton width="56%" />
          <Skeleton width="32%" />
        </div>
      )}
    </div>
  );
}
