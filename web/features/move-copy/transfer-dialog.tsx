import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialogs.ts';
import { folderHolding, isAlreadyThere } from '../../state/transfer-plan.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Destination } from './destination.tsx';
import { FolderList } from './folder-list.tsx';
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

/** Holds the folder that the picker shows, and the selected one in it. */
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
