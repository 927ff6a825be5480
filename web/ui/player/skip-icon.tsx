import { formatNumber } from '../../i18n/format.ts';
import { useLocale } from '../../i18n/use-translation.ts';
import { LONG_STEP } from './media-commands.ts';
import styles from './skip-icon.module.css';

/** Icon that skips back: the number of seconds within an arrow. */
export function SkipBackIcon() {
  return <SkipIcon circle="M12 4a9 9 0 1 1-9 9" head="M15 1 12 4l3 3" />;
}

/** Icon that skips forward: the number of seconds within an arrow. */
export function SkipForwardIcon() {
  return <SkipIcon circle="M12 4a9 9 0 1 0 9 9" head="M9 1l3 3-3 3" />;
}

/** Icon that is larger than others, so that its number can be read. Shows the same direction in every language, like all controls. */
function SkipIcon({ circle, head }: { circle: string; head: string }) {
  const locale = useLocale();
  return (
    <svg className={styles.icon} width="28" height="28" viewBox="0 0 24 24" aria-hidden>
      <path d={circle} />
      <path d={head} />
      <text className={styles.number} x="12" y="16">
        {formatNumber(LONG_STEP, locale)}
      </text>
    </svg>
  );
}
