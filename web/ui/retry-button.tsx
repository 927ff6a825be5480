import { type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { Button, type ButtonProps } from './button.tsx';

/** Element that got the focus when a button was pressed. */
let holder: HTMLElement | undefined;

/**
 * Button that tries something again, and is not shown meanwhile. The focus waits on the next element around it with the
 * attribute `data-retry-area`, and returns to the button if the attempt fails, too.
 */
export function RetryButton({
  variant = 'plain',
  onClick,
}: Pick<ButtonProps, 'variant'> & { onClick(): void }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isAwaited = holder !== undefined && holder === document.activeElement;
    if (isAwaited && holder?.contains(button.current)) button.current?.focus();
  }, []);
  const retry = ({ currentTarget }: MouseEvent) => {
    holder = currentTarget.closest<HTMLElement>('[data-retry-area]') ?? undefined;
    if (holder) focusForNow(holder);
    onClick();
  };
  return (
    <Button ref={button} variant={variant} onClick={retry}>
      {t('common.retry')}
    </Button>
  );
}

/** Focuses an element that takes the focus only here, and shows no ring. */
function focusForNow(element: HTMLElement): void {
  element.tabIndex = -1;
  element.style.outline = 'none';
  const stop = () => {
    element.removeAttribute('tabindex');
    element.style.removeProperty('outline');
  };
  element.addEventListener('blur', stop, { once: true });
  element.focus({ preventScroll: true });
}
