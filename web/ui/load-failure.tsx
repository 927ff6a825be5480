import { CloudOff, LockKeyhole, TriangleAlert } from 'lucide-react';
import { failureText } from '../i18n/failure-text.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import styles from './load-failure.module.css';

const WORDS = {
  0: { icon: CloudOff, title: 'errors.noConnectionTitle', text: 'errors.noConnectionHint' },
  403: { icon: LockKeyhole, title: 'errors.forbiddenTitle', text: 'errors.forbiddenHint' },
  500: { icon: TriangleAlert, title: 'errors.internalTitle', text: undefined },
} as const;

/** Error that replaces contents which could not be loaded. `className` arranges its icon, texts and button in the page. */
export function LoadFailure({
  failure,
  className,
  onRetry,
}: {
  failure: Error;
  className: string | undefined;
  onRetry(): void;
}) {
  const { t } = useTranslation();
  const status = 'status' in failure ? failure.status : undefined;
  const { icon: Icon, title, text } = WORDS[status === 0 || status === 403 ? status : 500];
  return (
    <div className={className} role="alert">
      <Icon className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.title}>{t(title)}</h2>
      <p className={styles.text}>{text ? t(text) : failureText(t, failure)}</p>
      <Button variant="primary" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </div>
  );
}
