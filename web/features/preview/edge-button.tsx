import type { Entry } from '#contract/files.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './preview.module.css';

/** Goes to a neighbour; nothing where there is none. */
export function EdgeButton({
  side,
  entry,
  onGo,
}: {
  side: 'previous' | 'next';
  entry: Entry | undefined;
  onGo(): void;
}) {
  const { t } = useTranslation();
  const Icon = side === 'previous' ? ChevronLeft : ChevronRight;
  return (
    <div className={styles.edge} data-side={side} data-chrome>
      {entry && (
        <button
          type="button"
          className={styles.edgeButton}
          aria-label={t(`preview.${side}`, { name: entry.name })}
          onClick={onGo}
        >
          <Icon size={28} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </div>
  );
}
