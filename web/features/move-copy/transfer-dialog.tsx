import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { DialogProps } from '../../state/dialogs.ts';
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
  const mayCreate = useUser()?.perm.create ?? false;
  const tree = useFolderTree(folder, entries);
  const to = tree.chosen;
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
        <FolderTree tree={tree} onSubmit={submit} />
        {tree.failure && (
          <div className={styles.failure} role="alert">
            <span>{failureText(t, tree.failure)}</span>
            <Button onClick={tree.retry}>{t('common.retry')}</Button>
          </div>
        )}
        {mayCreate && <NewFolderField folder={to} onMade={tree.addCreated} />}
        <Destination
          path={to}
          note={isHere ? t('transfers.cannotGoHere', { count: entries.length }) : undefined}
        />
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
