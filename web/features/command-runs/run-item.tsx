import type { CommandRun } from '#contract/commands.ts';
import type { TFunction } from 'i18next';
import { ChevronDown, CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { formatDate, formatExactDate } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { CommandOutput } from '../../ui/commands/command-output.tsx';
import { durationText, hasSucceeded, outcomeText } from '../../ui/commands/outcome.ts';
import styles from './command-runs.module.css';

/** A run with its command, outcome, user, reason and time; its output on demand. */
export function RunItem({ run }: { run: CommandRun }) {
  const { t } = useTranslation();
  const id = useId();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const isWell = hasSucceeded(run);
  const Icon = isWell ? CircleCheck : CircleX;
  const startedAt = new Date(run.startedAt);
  return (
    <li className={styles.run} data-well={isWell}>
      <Icon className={styles.mark} size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.facts}>
        <code id={`${id}-line`} className={styles.line} dir="ltr">
          {run.line}
        </code>
        <p className={styles.outcome}>
          <span className={styles.state}>{outcomeText(t, run)}</span>
          {' · '}
          {durationText(t, run.durationMs, locale)}
          {run.more !== undefined && ` · ${t('prompts.andMore', { count: run.more })}`}
        </p>
        <p className={styles.note}>
          <bdi>{run.username}</bdi> · {occasionText(t, run)}
          {/* A trial uses an example file that lies in no folder of the user. */}
          {run.kind !== 'trial' && (
            <>
              {' · '}
              <bdi className={styles.path} dir="ltr">
                {isolatePath(run.path)}
              </bdi>
            </>
          )}
        </p>
        <p className={styles.when}>
          <time dateTime={startedAt.toISOString()} title={formatExactDate(startedAt, locale)}>
            {formatDate(startedAt, locale)}
          </time>
        </p>
      </div>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-describedby={`${id}-line`}
        onClick={() => setOpen(!isOpen)}
      >
        <span
          className={styles.label}
          data-other={t(isOpen ? 'commands.runs.showOutput' : 'commands.runs.hideOutput')}
        >
          {t(isOpen ? 'commands.runs.hideOutput' : 'commands.runs.showOutput')}
        </span>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <div id={id} className={styles.output}>
        {isOpen && <CommandOutput output={run.output} isCut={run.isCut} />}
      </div>
    </li>
  );
}

/** Returns the reason for a run. */
function occasionText(t: TFunction, { kind, trigger }: CommandRun): string {
  const when = trigger && t(`commands.triggers.${trigger}`);
  if (kind === 'event') return when ?? t('commands.runs.kinds.event');
  const how = t(`commands.runs.kinds.${kind}`);
  return when === undefined ? how : `${how}, ${when}`;
}
