import type { Entry } from '#contract/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { spelled } from '../../../lib/name-parts.ts';
import { pageConfig } from '../../../api/page-config.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import styles from './delete-dialog.module.css';

/** Number of names that are listed before "and n more". One further name is listed itself, rather than counted. */
const MAX_NAMES = 5;

/** Asks before entries are deleted for good, and says which ones. The delete button never has the initial focus. */
export function DeleteDialog({ dialog, onClose }: DialogProps<'delete'>) {
  const { t } = useTranslation();
  const { permanent, others } = dialog;
  const isMixed = others > 0;
  const confirm = () => {
    onClose();
    dialog.confirm();
  };
  return (
    <Dialog
      title={useTitle(dialog)}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} autoFocus>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={confirm}>
            {t(pageConfig().Trash && !isMixed ? 'actions.deletePermanently' : 'actions.delete')}
          </Button>
        </>
      }
    >
      {(permanent.length > 1 || isMixed) && <Names entries={permanent} />}
      <Consequences {...dialog} />
    </Dialog>
  );
}

function useTitle({ permanent, others }: DialogProps<'delete'>['dialog']): string {
  const { t } = useTranslation();
  const [first, ...more] = permanent;
  const isTrashOn = pageConfig().Trash;
  if (others > 0) return t('prompts.deleteMany', { count: permanent.length + others });
  if (first && more.length === 0) {
    const name = spelled(first.name);
    return t(isTrashOn ? 'trash.deleteOne' : 'prompts.deleteOne', { name });
  }
  return t(isTrashOn ? 'trash.deleteMany' : 'prompts.deleteMany', { count: permanent.length });
}

function Consequences({ permanent, others, isRefused }: DialogProps<'delete'>['dialog']) {
  const { t } = useTranslation();
  const folders = permanent.filter(({ isDir, isSymlink }) => isDir && !isSymlink).length;
  const symlinks = permanent.filter(({ isSymlink }) => isSymlink).length;
  return (
    <p className={styles.text}>
      {isRefused && `${t('trash.notTaken', { count: permanent.length })} `}
      {others > 0 && `${t('trash.othersMoved', { count: others })} `}
      {folders > 0 && `${t('prompts.deleteInside', { count: folders })} `}
      {symlinks > 0 && `${t('prompts.deleteLinks', { count: symlinks })} `}
      {t('prompts.deleteForever')}
    </p>
  );
}

function Names({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation();
  const shown = entries.slice(0, entries.length === MAX_NAMES + 1 ? MAX_NAMES + 1 : MAX_NAMES);
  const more = entries.length - shown.length;
  return (
    <ul className={styles.names} aria-label={t('prompts.deleteNames')}>
      {shown.map((entry) => (
        <li key={entry.path} className={styles.name}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} />
          <EntryName name={entry.name} />
        </li>
      ))}
      {more > 0 && <li className={styles.more}>{t('prompts.andMore', { count: more })}</li>}
    </ul>
  );
}
