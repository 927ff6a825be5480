import type { Entry } from '#contract/files.ts';
import type { DialogProps } from '../../../state/dialogs.ts';
import { useUser } from '../../../state/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { isDownloadable } from '../../../actions/download.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { Checksums } from './checksums.tsx';
import { ContentsFacts } from './contents-facts.tsx';
import { EntryFacts } from './entry-facts.tsx';
import { StoredChecksum } from './stored-checksum.tsx';
import styles from './info-dialog.module.css';

/** Shows the properties of an entry, or the totals of several. */
export function InfoDialog({ dialog: { entries }, onClose }: DialogProps<'info'>) {
  const { t } = useTranslation();
  const mayDownload = useUser()?.perm.download ?? false;
  const [first, ...others] = entries;
  const only = others.length === 0 ? first : undefined;
  return (
    <Dialog
      closesOnBackdrop
      title={only ? <TitleOf entry={only} /> : t('info.many', { count: entries.length })}
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" variant="primary" data-focus-first>
          {t('common.close')}
        </Button>
      }
    >
      <dl className={styles.facts}>
        {only && <EntryFacts entry={only} />}
        {(!only || only.isDir) && <ContentsFacts entries={entries} />}
      </dl>
      {only && mayDownload && isDownloadable(only) && (
        <>
          <StoredChecksum path={only.path} />
          <Checksums path={only.path} />
        </>
      )}
    </Dialog>
  );
}

function TitleOf({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  return (
    <span className={styles.title}>
      <KindGlyph kind={kindOf(entry)} linked={entry.isSymlink} size={32} />
      <EntryName name={entry.name || t('shell.myFiles')} />
    </span>
  );
}
