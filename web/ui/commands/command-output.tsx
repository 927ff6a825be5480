import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './command-output.module.css';

/** Unformatted output of a command. Uses the `commands` translations. */
export function CommandOutput({ output, isCut }: { output: string; isCut: boolean }) {
  const { t } = useTranslation();
  if (output === '') return <p className={styles.note}>{t('commands.noOutput')}</p>;
  return (
    <div className={styles.output}>
      <pre
        className={styles.text}
        dir="ltr"
        role="group"
        aria-label={t('commands.output')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long output scrolls within, by keys too
        tabIndex={0}
      >
        <span className={styles.lines}>{output}</span>
      </pre>
      {isCut && <p className={styles.note}>{t('commands.outputCut')}</p>}
    </div>
  );
}
