import type { Entry } from '#contract/files.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { EntryPreview } from '../details/entry-preview.tsx';
import { Details } from '../details/details.tsx';
import styles from './info-dialog.module.css';

/** Shows the properties of an entry, or the totals of several. */
export function InfoDialog({ dialog: { entries }, onClose }: DialogProps<'info'>) {
  const { t } = useTranslation();
  const [first, ...others] = entries;
  const only = others.length === 0 ? first : undefined;
  return (
    <Dialog
      size="sheet"
      closesOnBackdrop
      title={only ? <TitleOf entry={only} /> : t('info.many', { count: entries.length })}
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" data-focus-first>
          {t('common.close')}
        </Button>
      }
    >
      {only && <EntryPreview entries={entries} />}
      <Details entries={entries} />
    </Dialog>
  );
}

function TitleOf({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  return (
    <span className={styles.title}>
      <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={32} />
      <EntryName name={entry.name || t('shell.myFiles')} />
    </span>
  );
}
