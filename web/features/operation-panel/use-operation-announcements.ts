import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { RunningOperation } from '../../state/running-operations.ts';
import { announce } from '../../ui/live-region.tsx';

/** Often enough to know that it goes on, seldom enough to work beside it. */
const INTERVAL_MS = 30_000;

/** Tells screen readers that a long act has begun and how far it is; its end is told by a toast. */
export function useOperationAnnouncements(
  { kind, total }: RunningOperation,
  title: string,
  percent: number,
): void {
  const { t } = useTranslation();
  const announceStart = useEffectEvent(() => announce(t(`acts.begun.${kind}`, { count: total })));
  const announceProgress = useEffectEvent(() =>
    announce(t('acts.percentDone', { title, percent })),
  );
  useEffect(() => {
    announceStart();
    const timer = window.setInterval(announceProgress, INTERVAL_MS);
    return () => window.clearInterval(timer);
  }, []);
}
