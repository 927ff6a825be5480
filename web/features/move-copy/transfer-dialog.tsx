import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { folderQuery } from '../../api/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialogs.ts';
import { sortedEntries } from '../../state/listing-order.ts';
import { folderHolding, isAlreadyThere } from '../../state/transfer-plan.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type FolderOptionsProps, FolderOptions } from './folder-options.tsx';
import styles from './folder-picker.module.css';
import { NewFolderField } from './new-folder-field.tsx';
import { PickerCrumbs } from './picker-crumbs.tsx';

/** Asks for the folder to copy or move to. */
export function TransferDialog({
  dialog: { operation, folder, entries, choose },
  onClose,
}: DialogProps<'transfer'>) {
  const { t } = useTranslation();
  const mayCreate = useUser()?.perm.create ?? false;
  const { place, chosen, setChosen, chooseMade, go, goUp } = usePlace(folder);
  const to = chosen ?? place;
  const isHere = isAlreadyThere({ kind: operation, entries, to });
  const [first, ...others] = entries;
  const submit = () => {
    if (isHere) return;
    onClose();
    choose(to);
  };

  return (
    <Dialog
      title={
        first && others.length === 0
          ? t(`transfers.${operation}.titleOne`, { name: first.name })
          : t(`transfers.${operation}.titleMany`, { count: entries.length })
      }
      size="picker"
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={isHere}>
            {t(`transfers.${operation}.button`)}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <div className={styles.head}>
          <PickerCrumbs path={place} onGo={go} />
          {mayCreate && <NewFolderField key={place} folder={place} onMade={chooseMade} />}
        </div>
        <FolderList
          key={place}
          folder={place}
          entries={entries}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={go}
          onUp={goUp}
          onSubmit={submit}
        />
        <Destination
          path={to}
          note={isHere ? t('transfers.cannotGoHere', { count: entries.length }) : undefined}
        />
      </div>
    </Dialog>
  );
}

/** State of the open folder and the selected subfolder. */
function usePlace(start: string) {
  const [{ place, chosen }, set] = useState<{ place: string; chosen: string | undefined }>({
    place: start,
    chosen: undefined,
  });
  return {
    place,
    chosen,
    setChosen: (path: string | undefined) => set({ place, chosen: path }),
    /** Selects a folder that has just been created, if the picker still shows its parent. */
    chooseMade: (path: string) =>
      set((now) => (folderHolding({ path }) === now.place ? { ...now, chosen: path } : now)),
    go: (path: string) => set({ place: path, chosen: undefined }),
    /** Selects the folder that was left, so that the keyboard continues there. */
    goUp() {
      if (place !== '') set({ place: folderHolding({ path: place }), chosen: place });
    },
  };
}

/** Shows the destination folder, and why it cannot be used. */
function Destination({ path, note }: { path: string; note: string | undefined }) {
  const { t } = useTranslation();
  const names = [t('shell.myFiles'), ...path.split('/').filter((name) => name !== '')];
  return (
    <div className={styles.destination} role="status">
      <span className={styles.destinationLabel}>{t('transfers.destination')}</span>
      <span className={styles.destinationPath}>
        {names.map((name, index) => (
          // Keys are paths, because names can repeat.
          <span key={names.slice(0, index + 1).join('/')}>
            {index > 0 && <span className={styles.slash}> / </span>}
            <bdi>{name}</bdi>
          </span>
        ))}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}

/** Subfolders with their loading, empty and error states. */
function FolderList(props: Omit<FolderOptionsProps, 'folders'>) {
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
