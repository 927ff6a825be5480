import { type ComponentType, createElement, lazy, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button } from './button.tsx';
import { Refusal } from './form/refusal.tsx';
import { LatePart } from './late-part.tsx';
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
  if (hasFailed) {
    const retry = () => {
      // After a failure, only a new part loads again.
      setPart(lazy(load));
      setFailed(false);
    };
    return (
      <div className={styles.failure}>
        <Refusal>{t('errors.noConnection')}</Refusal>
        <Button onClick={retry}>{t('common.retry')}</Button>
      </div>
    );
  }
  return <LatePart onFailure={() => setFailed(true)}>{createElement(part, props)}</LatePart>;
}
