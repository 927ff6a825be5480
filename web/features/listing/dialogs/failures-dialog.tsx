import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolate } from '../../../lib/isolate.ts';
import type { FailedItem, DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './failures-dialog.module.css';

/** Maximum number of rows; the copied text contains all of them. */
const MAX_SHOWN = 200;

/** Lists the items of an operation that failed, with the reasons. */
export function FailuresDialog({ dialog: { title, failures }, onClose }: DialogProps<'failures'>) {
  const { t } = useTranslation();
  const more = failures.length - MAX_SHOWN;
  return (
    <Dialog
      title={title}
      closesOnBackdrop
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <>
          <CopyButton label={t('prompts.copyList')} text={asText(title, failures)} />
          <Button type="submit" variant="primary" data-focus-first>
            {t('common.ok')}
          </Button>
        </>
      }
    >
      <ul className={styles.list} aria-label={t('prompts.failures')}>
        {failures.slice(0, MAX_SHOWN).map(({ name, reason }, index) => (
          <li key={index} className={styles.item}>
            <EntryName name={name} />
            <span className={styles.reason}>{reason}</span>
          </li>
        ))}
        {more > 0 && <li className={styles.reason}>{t('prompts.andMore', { count: more })}</li>}
      </ul>
    </Dialog>
  );
}

function asText(title: string, failures: readonly FailedItem[]): string {
  return [title, ...failures.map(({ name, reason }) => `${isolate(name)}: ${reason}`)].join('\n');
}
