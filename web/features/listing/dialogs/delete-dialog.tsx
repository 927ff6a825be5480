import type { Entry } from '#contract/files.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialogs.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { spelled } from '../../../lib/name-parts.ts';
import { deleteAll } from './delete-all.ts';
import styles from './delete-dialog.module.css';

const MOST_NAMES = 5;

/** Asks before entries are deleted. The delete button never has the initial focus. */
export function DeleteDialog({ dialog: { folder, entries }, onClose }: DialogProps<'delete'>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const folders = entries.filter(({ isDir, isSymlink }) => isDir && !isSymlink).length;
  const links = entries.filter(({ isSymlink }) => isSymlink).length;
  const [first, ...others] = entries;
  const title =
    first && others.length === 0
      ? t('prompts.deleteOne', { name: spelled(first.name) })
      : t('prompts.deleteMany', { count: entries.length });

  const confirm = () => {
    onClose();
    void deleteAll({ t, queries }, folder, entries);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} autoFocus>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t('actions.delete')}
          </Button>
        </>
      }
    >
      {others.length > 0 && <Names entries={entries} />}
      <p className={styles.text}>
        {folders > 0 && `${t('prompts.deleteInside', { count: folders })} `}
        {links > 0 && `${t('prompts.deleteLinks', { count: links })} `}
        {t('prompts.deleteForever')}
      </p>
    </Dialog>
  );
}

function Names({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  // Shows the last name instead of "1 more".
  const shown = entries.slice(0, entries.length === MOST_NAMES + 1 ? MOST_NAMES + 1 : MOST_NAMES);
  const more = entries.length - shown.length;
  return (
    <ul className={styles.names} aria-label={t('prompts.deleteNames')}>
      {shown.map((entry) => (
        <li key={entry.path} className={styles.name}>
          <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} />
          <EntryName name={entry.name} />
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{t('prompts.andMore', { count: more })}</li>}
    </ul>
  );
}
