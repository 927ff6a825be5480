import type { FileInfo } from '#contract/files.ts';
import { X } from 'lucide-react';
import type { Transfers } from '../../actions/action.ts';
import { ActionButtons } from '../../actions/menu/action-buttons.tsx';
import { verbsFor } from '../../actions/verbs-for-file.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './editor.module.css';

/** A telephone has room for the download and the dots. */
const ROOM = 2;

/** The bar as long as there is no text. */
export function PlainBar({
  file,
  transfers,
  onLeave,
}: {
  file: FileInfo;
  transfers: Transfers;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  const { actions, context } = verbsFor(file, transfers);
  return (
    <div className={styles.bar}>
      <IconButton label={t('common.close')} icon={X} shortcut="Esc" onClick={onLeave} />
      <p className={styles.name}>
        <EntryName name={file.name} />
      </p>
      <div className={styles.tools} role="toolbar" aria-label={t('listing.actions')}>
        <ActionButtons actions={actions} room={ROOM} context={context} />
      </div>
    </div>
  );
}
