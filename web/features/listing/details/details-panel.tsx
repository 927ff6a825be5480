import type { Entry } from '#contract/files.ts';
import { X } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useSettled } from '../../../lib/forms/use-settled.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { Details } from './details.tsx';
import styles from './details-panel.module.css';
import { EntryPreview } from './entry-preview.tsx';

/** Delay after which the panel follows the selection, so that moving through many entries requests nothing. */
const REST_MS = 150;

/** Panel beside the listing with a preview and the details of the selection. */
export function DetailsPanel({
  entries,
  onClose,
}: {
  /** Selected entries, or the folder itself. */
  entries: readonly Entry[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const shown = useSettled(entries, REST_MS);
  const [first, ...others] = shown;
  const only = others.length === 0 ? first : undefined;
  const name = only ? only.name || t('shell.myFiles') : t('info.many', { count: shown.length });
  return (
    // Escape comes from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={styles.panel}
      aria-label={t('info.details')}
      data-part="details"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // In the listing, Escape would clear the selection.
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={styles.head}>
        {only && <KindGlyph kind={kindOf(only)} isSymlink={only.isSymlink} />}
        <h2 className={styles.title}>{only ? <EntryName name={name} lines={2} /> : name}</h2>
        <IconButton label={t('info.closeDetails')} icon={X} onClick={onClose} />
      </header>
      <div className={styles.body} key={shown.map(({ path }) => path).join('\n')}>
        <EntryPreview entries={shown} />
        <Details entries={shown} />
      </div>
    </aside>
  );
}
