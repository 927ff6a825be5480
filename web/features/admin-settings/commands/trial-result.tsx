import { COMMAND_VARIABLES, type CommandTrialResult } from '#contract/commands.ts';
import { CircleCheck, CircleX } from 'lucide-react';
import { failureText } from '../../../i18n/failure-text.ts';
import { useLocale, useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { CommandOutput } from '../../../ui/commands/command-output.tsx';
import { durationText, hasSucceeded, outcomeText } from '../../../ui/commands/outcome.ts';
import { fieldText } from '../../../ui/form/field-of.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import type { TrialState } from './use-command-trial.ts';
import styles from './commands.module.css';

/** Result of a command that was tried, with details for correcting it. */
export function TrialResult({ state, onStop }: { state: TrialState; onStop(): void }) {
  const { t } = useTranslation();
  if (state.kind === 'running') {
    return (
      <div className={styles.trialHead}>
        <Spinner size={16} />
        <span className={styles.trialText}>{t('commands.trying')}</span>
        <Button variant="quiet" onClick={onStop}>
          {t('commands.cancelTrial')}
        </Button>
      </div>
    );
  }
  if (state.kind === 'failed') {
    const reason = fieldText(t, state.failure) ?? failureText(t, state.failure);
    return <p className={styles.problem}>{t('commands.trialFailed', { reason })}</p>;
  }
  return <Ended result={state.result} />;
}

function Ended({ result }: { result: CommandTrialResult }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const isWell = hasSucceeded(result);
  const Icon = isWell ? CircleCheck : CircleX;
  return (
    <>
      <p className={styles.trialHead} data-well={isWell}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <span className={styles.trialText}>
          {outcomeText(t, result)} · {durationText(t, result.durationMs, locale)}
        </span>
      </p>
      <p className={styles.words} dir="ltr">
        <span className={styles.wordsLabel}>{t('commands.words')}</span>
        {result.words.map((word, index) => (
          <code key={index} className={styles.word}>
            {word}
          </code>
        ))}
      </p>
      <CommandOutput output={result.output} isCut={result.isCut} />
      <details className={styles.details}>
        <summary>{t('commands.variablesTold')}</summary>
        <dl className={styles.variables} dir="ltr">
          {COMMAND_VARIABLES.map((name) => (
            <div key={name} className={styles.variable}>
              <dt>{name}</dt>
              <dd>{result.variables[name]}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}
