import type { Share } from '#contract/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Warning } from '../../ui/warning.tsx';
import styles from './share-rows.module.css';

/** Explains why a share does not work, and what its owner can do. */
export function ShareNotice({
  share: { state, isDir },
  onPointToCurrentItem,
}: {
  share: Share;
  onPointToCurrentItem(): void;
}) {
  const { t } = useTranslation();
  if (state === 'live') return null;
  return (
    <div className={styles.notice}>
      <Warning>{t(`shares.states.${state}`)}</Warning>
      {state === 'replaced' && (
        <Button onClick={onPointToCurrentItem}>
          {t(isDir ? 'shares.adoptFolder' : 'shares.adopt')}
        </Button>
      )}
    </div>
  );
}
