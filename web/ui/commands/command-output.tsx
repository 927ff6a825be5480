import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useCutEdges } from '../../lib/window/use-cut-edges.ts';
import styles from './command-output.module.css';

/** Unformatted output of a command. Uses the `commands` translations. */
export function CommandOutput({ output, isCut }: { output: string; isCut: boolean }) {
  const { t } = useTranslation();
  const text = useRef<HTMLPreElement>(null);
  useCutEdges(text, output);
  if (output === '') return <p className={styles.note}>{t('commands.noOutput')}</p>;
  return (
    <div className={styles.output}>
      <div className={styles.frame} dir="ltr">
        <pre
          ref={text}
          className={styles.text}
          role="group"
          aria-label={t('commands.output')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long output scrolls within, by keys too
          tabIndex={0}
        >
          <span className={styles.lines}>{output}</span>
        </pre>
      </div>
      {isCut && <p className={styles.note}>{t('commands.outputCut')}</p>}
    </div>
  );
}
