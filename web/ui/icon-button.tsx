import type { LucideProps } from 'lucide-react';
import { type ComponentProps, type ComponentType, useRef } from 'react';
import styles from './icon-button.module.css';
import { ariaShortcut } from './kbd.tsx';
import { Tooltip, useTooltip } from './tooltip.tsx';

/** Icon of lucide-react, or one that is drawn like them. */
export type ButtonIcon = ComponentType<Pick<LucideProps, 'size' | 'strokeWidth' | 'aria-hidden'>>;

export interface IconButtonProps extends Omit<
  ComponentProps<'button'>,
  'className' | 'style' | 'children' | 'ref' | 'aria-label'
> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ButtonIcon;
  /** Shown in the tooltip, written like `Ctrl+A`. */
  shortcut?: string | undefined;
  size?: 'normal' | 'small';
  /** Shows the label beside the icon. */
  hasLabel?: boolean;
  /** Number at the corner of the icon; not read by screen readers, so state it elsewhere as well. */
  badge?: number | undefined;
}

export function IconButton({
  label,
  icon: Icon,
  shortcut,
  size = 'normal',
  hasLabel = false,
  badge,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null);
  const tooltip = useTooltip(anchor);
  return (
    <>
      <button
        {...rest}
        {...tooltip.handlers}
        onKeyDown={(event) => {
          tooltip.handlers.onKeyDown(event);
          rest.onKeyDown?.(event);
        }}
        ref={anchor}
        type={type}
        className={styles.button}
        data-size={size}
        data-labelled={hasLabel || undefined}
        aria-label={label}
        aria-keyshortcuts={shortcut && ariaShortcut(shortcut)}
      >
        <Icon size={size === 'small' ? 16 : 20} strokeWidth={1.75} aria-hidden />
        {hasLabel && <span className={styles.label}>{label}</span>}
        {badge !== undefined && (
          <span className={styles.badge} aria-hidden>
            {badge}
          </span>
        )}
      </button>
      {tooltip.shown && !(hasLabel && shortcut === undefined) && (
        <Tooltip anchor={anchor} text={label} shortcut={shortcut} />
      )}
    </>
  );
}
