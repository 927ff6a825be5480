import type { Share } from '#contract/shares.ts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import styles from './share-rows.module.css';

/** Explains why a share does not work, and what its owner can do. */
export function ShareNotice({
  share: { state, isDir },
  onAdopt,
}: {
  share: Share;
  onAdopt(): void;
}) {
  const { t } = useTranslation();
  if (state === 'live') return null;
  return (
    <div className={styles.notice}>
      <p className={styles.noticeText}>
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
        {t(`shares.states.${state}`)}
      </p>
      {state === 'replaced' && (
        <Button onClick={onAdopt}>{t(isDir ? 'shares.adoptFolder' : 'shares.adopt')}</Button>
      )}
    </div>
  );
}
