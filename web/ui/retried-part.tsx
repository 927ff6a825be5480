import { type ComponentType, createElement, lazy, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Refusal } from './form/refusal.tsx';
import { LatePart } from './late-part.tsx';
import { RetryButton } from './retry-button.tsx';
import styles from './retried-part.module.css';

/**
 * Part of the page whose code loads later. If it cannot be loaded, an error message with a button that loads it again is
 * in its place.
 */
export function RetriedPart<Props extends object>({
  load,
  props,
}: {
  load(): Promise<{ default: ComponentType<Props> }>;
  props: Props;
}) {
  const { t } = useTranslation();
  const [part, setPart] = useState(() => lazy(load));
  const [hasFailed, setFailed] = useState(false);
  const retry = () => {
    // After a failure, only a new part loads again.
    setPart(lazy(load));
    setFailed(false);
  };
  return (
    <div data-retry-area>
      {hasFailed ? (
        <div className={styles.failure}>
          <Refusal>{t('errors.noConnection')}</Refusal>
          <RetryButton onClick={retry} />
        </div>
      ) : (
        <LatePart onFailure={() => setFailed(true)}>{createElement(part, props)}</LatePart>
      )}
    </div>
  );
}
