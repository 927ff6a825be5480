import { CloudOff, HardDrive, LockKeyhole, TriangleAlert } from 'lucide-react';
import { failureText, isDiskUnavailable } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { Notice, NoticeText } from './notice.tsx';

const WORDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: undefined },
} as const;

const DISK_WORDS = {
  icon: HardDrive,
  title: 'errors.diskUnavailableTitle',
  text: undefined,
} as const;

/** Error in the place of contents that could not be loaded. */
export function LoadFailure({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useTranslation();
  const { icon, title, text } = wordsFor(failure);
  return (
    <Notice
      icon={icon}
      tone={icon === TriangleAlert ? 'danger' : 'neutral'}
      title={t(title)}
      role="alert"
    >
      <NoticeText>{text ? t(text) : failureText(t, failure)}</NoticeText>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </Notice>
  );
}

function wordsFor(failure: unknown) {
  if (isDiskUnavailable(failure)) return DISK_WORDS;
  const status = failure instanceof Error && 'status' in failure ? failure.status : undefined;
  return WORDS[status === 0 || status === 403 ? status : 500];
}
