import { useEffect, useRef, useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './captcha.module.css';
import { loadCaptcha } from './load-captcha.ts';

type CaptchaState = 'loading' | 'there' | 'failed';

/**
 * Captcha of the configured host. Calls `onAnswer` with the answer, and with '' when it expires. An answer is valid
 * once; remount to ask again.
 */
export function Captcha({ onAnswer }: { onAnswer(answer: string): void }) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<CaptchaState>('loading');
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const { ReCaptchaHost = '', ReCaptchaKey = '' } = pageConfig();
    let isGone = false;
    loadCaptcha(ReCaptchaHost)
      .then((captcha) => {
        if (isGone || !container.current) return;
        // The captcha script allows one rendering per element.
        const element = document.createElement('div');
        container.current.replaceChildren(element);
        captcha.render(element, {
          sitekey: ReCaptchaKey,
          theme: getComputedStyle(element).colorScheme === 'dark' ? 'dark' : 'light',
          callback: onAnswer,
          'expired-callback': () => onAnswer(''),
          'error-callback': () => setState('failed'),
        });
        setState('there');
      })
      .catch(() => {
        if (!isGone) setState('failed');
      });
    return () => {
      isGone = true;
    };
    // The captcha keeps what it was given at first.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt]);

  return (
    <div className={styles.captcha} data-state={state} data-retry-area>
      {state === 'loading' && (
        <p className={styles.note} role="status">
          <Spinner size={16} />
          {t('signUp.captchaLoading')}
        </p>
      )}
      {state === 'failed' && (
        <div className={styles.failure} role="alert">
          <p>{t('signUp.captchaFailed')}</p>
          <RetryButton
            onClick={() => {
              setState('loading');
              setAttempt(attempt + 1);
            }}
          />
        </div>
      )}
      <div ref={container} hidden={state !== 'there'} />
    </div>
  );
}
