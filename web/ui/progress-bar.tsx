import styles from './progress-bar.module.css';

export function ProgressBar({
  label,
  percent,
  size = 'normal',
  tone = 'accent',
}: {
  label: string;
  /** 0 to 100. */
  percent: number;
  size?: 'normal' | 'thin';
  tone?: 'accent' | 'danger' | 'success' | 'warning';
}) {
  const shown = Math.max(0, Math.min(100, percent));
  return (
    <span
      className={styles.track}
      data-size={size}
      data-tone={tone}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(shown)}
    >
      <span className={styles.bar} style={{ inlineSize: `${shown}%` }} />
    </span>
  );
}
