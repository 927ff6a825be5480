import type { DecidingRule, RuleTrialOutcome } from '#contract/rules.ts';
import type { TFunction } from 'i18next';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextField } from '../text-field.tsx';
import type { Trial } from './use-trial.ts';
import styles from './rules-editor.module.css';

/** List that a rule belongs to: that of all users, or that of one user. */
export type RuleListName = DecidingRule['list'];

/** Field that tests a path against the rules. */
export function PathTrial({
  list,
  path,
  trial,
  unfinished,
  onChange,
}: {
  list: RuleListName;
  path: string;
  trial: Trial;
  /** Number of the deciding rule, from 1, if it is new and has no path yet. */
  unfinished: number | undefined;
  onChange(path: string): void;
}) {
  const { t } = useTranslation();
  const { outcome } = trial;
  return (
    <div className={styles.trial}>
      <TextField
        label={t('rules.try')}
        dir="ltr"
        value={path}
        placeholder="/"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          // The field is not part of the form.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p
        className={styles.outcome}
        role="status"
        data-outcome={unfinished ? undefined : markOf(outcome)}
      >
        {unfinished && t('rules.unfinished', { number: unfinished })}
        {!unfinished && path !== '' && outcomeText(t, list, trial)}
      </p>
    </div>
  );
}

function markOf(outcome: RuleTrialOutcome | undefined): string | undefined {
  if (!outcome) return undefined;
  return outcome.allowed ? 'allowed' : 'denied';
}

function outcomeText(t: TFunction, list: RuleListName, { outcome, failure }: Trial): string {
  if (failure) return t('rules.cannotTry', { reason: failureText(t, failure) });
  if (!outcome) return t('rules.trying');
  const { allowed, decidedBy } = outcome;
  if (!decidedBy) return t(allowed ? 'rules.unmatched' : 'rules.denied');
  const number = decidedBy.index + 1;
  const verdict = allowed ? 'allowedBy' : 'deniedBy';
  if (decidedBy.list === list) return t(`rules.${verdict}`, { number });
  return t(decidedBy.list === 'global' ? `rules.${verdict}Global` : `rules.${verdict}User`, {
    number,
  });
}
