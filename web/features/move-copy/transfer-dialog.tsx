import type { Entry } from '#contract/files.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { isAlreadyThere } from '../../state/transfer-plan.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './folder-picker.module.css';
import { FolderTree } from './folder-tree.tsx';
import { NewFolderField } from './new-folder-field.tsx';
import { useFolderTree } from './use-folder-tree.ts';

/** Asks for the folder to copy or move to. */
export function TransferDialog({
  dialog: { operation, folder, entries, choose },
  onClose,
}: DialogProps<'transfer'>) {
  const { t } = useTranslation();
  const [first, ...others] = entries;
  return (
    <PickerDialog
      title={
        first && others.length === 0
          ? t(`transfers.${operation}.titleOne`, { name: first.name })
          : t(`transfers.${operation}.titleMany`, { count: entries.length })
      }
      button={t(`transfers.${operation}.button`)}
      start={folder}
      entries={entries}
      obstacleOf={(to) =>
        isAlreadyThere({ kind: operation, entries, to })
          ? t('transfers.cannotGoHere', { count: entries.length })
          : undefined
      }
      choose={choose}
      onClose={onClose}
    />
  );
}

/** Asks for the folder in which items from the trash are put. */
export function RestoreToDialog({ dialog: { names, choose }, onClose }: DialogProps<'restore-to'>) {
  const { t } = useTranslation();
  const [name = '', ...others] = names;
  return (
    <PickerDialog
      title={
        others.length === 0
          ? t('trash.restoreOne', { name })
          : t('trash.restoreMany', { count: names.length })
      }
      button={t('trash.restoreHere')}
      start=""
      entries={NONE}
      obstacleOf={() => undefined}
      choose={choose}
      onClose={onClose}
    />
  );
}

const NONE: readonly Entry[] = [];

/** Asks for a folder, which can also be created. */
function PickerDialog({
  title,
  button,
  start,
  entries,
  obstacleOf,
  choose,
  onClose,
}: {
  title: string;
  button: string;
  /** Path of the folder in which the choice starts. */
  start: string;
  /** Entries that cannot be chosen themselves. */
  entries: readonly Entry[];
  /** Returns why a folder cannot be chosen. */
  obstacleOf(to: string): string | undefined;
  choose(to: string): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const mayCreate = useUser()?.perm.create ?? false;
  const tree = useFolderTree(start, entries);
  const to = tree.chosen;
  const obstacle = obstacleOf(to);
  const submit = () => {
    if (obstacle !== undefined) return;
    onClose();
    choose(to);
  };
  return (
    <Dialog
      title={title}
      size="picker"
      onClose={onClose}
      onSubmit={submit}
      buttons={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={obstacle !== undefined}>
            {button}
          </Button>
        </>
      }
    >
      <div className={styles.picker}>
        <FolderTree tree={tree} onSubmit={submit} />
        {tree.failure && (
          <div className={styles.failure} role="alert">
            <span>{failureText(t, tree.failure)}</span>
            <Button onClick={tree.retry}>{t('common.retry')}</Button>
          </div>
        )}
        {mayCreate && <NewFolderField folder={to} onMade={tree.addCreated} />}
        <Destination path={to} note={obstacle} />
      </div>
    </Dialog>
  );
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
