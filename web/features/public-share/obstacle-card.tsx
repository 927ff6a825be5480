import {
  CloudOff,
  Hourglass,
  LockKeyhole,
  type LucideIcon,
  TriangleAlert,
  Unlink,
} from 'lucide-react';
import type { ParseKeys } from 'i18next';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice, NoticeActions, NoticeText } from '../../ui/data-view/notice.tsx';
import type { Obstacle } from './obstacle.ts';
import { useFocusOnce } from './use-focus-once.ts';
import { waitText } from './wait-text.ts';

type Told = Exclude<Obstacle, { kind: 'password' }>;

interface Telling {
  readonly icon: LucideIcon;
  readonly title: ParseKeys;
  readonly text: ParseKeys;
  /** True if retrying may help. */
  readonly mayPass: boolean;
}

const TELLINGS: Readonly<Record<Told['kind'], Telling>> = {
  gone: { icon: Unlink, title: 'public.goneTitle', text: 'public.goneText', mayPass: false },
  refused: {
    icon: LockKeyhole,
    title: 'public.refusedTitle',
    text: 'public.refusedText',
    mayPass: false,
  },
  throttled: {
    icon: Hourglass,
    title: 'public.throttledTitle',
    text: 'public.throttledForNow',
    mayPass: true,
  },
  away: { icon: CloudOff, title: 'public.awayTitle', text: 'public.awayText', mayPass: true },
  trouble: {
    icon: TriangleAlert,
    title: 'public.troubleTitle',
    text: 'public.troubleText',
    mayPass: true,
  },
};

const GONE_BELOW: Telling = {
  icon: Unlink,
  title: 'public.goneBelowTitle',
  text: 'public.goneBelowText',
  mayPass: false,
};

/** Explains why the item cannot be shown, with possible actions. */
export function ObstacleCard({
  obstacle,
  isBelow,
  isBusy = false,
  onRetry,
  onStart,
}: {
  obstacle: Told;
  /** True for a location below the shared item, which may still exist. */
  isBelow: boolean;
  isBusy?: boolean;
  onRetry?(): void;
  onStart?(): void;
}) {
  const { t } = useTranslation();
  const title = useFocusOnce<HTMLHeadingElement>(obstacle.kind);
  const telling = obstacle.kind === 'gone' && isBelow ? GONE_BELOW : TELLINGS[obstacle.kind];
  const { icon, mayPass } = telling;
  return (
    <Notice
      icon={icon}
      tone={icon === TriangleAlert ? 'danger' : 'neutral'}
      title={t(telling.title)}
      titleRef={title}
      level="h1"
    >
      <NoticeText>
        {obstacle.kind === 'throttled' ? waitText(t, obstacle.seconds) : t(telling.text)}
      </NoticeText>
      <NoticeActions>
        {mayPass && onRetry && (
          <Button variant="primary" busy={isBusy} onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
        {isBelow && onStart && (
          <Button variant={mayPass ? 'plain' : 'primary'} onClick={onStart}>
            {t('public.backToStart')}
          </Button>
        )}
      </NoticeActions>
    </Notice>
  );
}
