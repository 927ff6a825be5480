import type { CommandRun } from '#contract/commands.ts';
import { ROOT } from '#contract/paths.ts';
import type { TFunction } from 'i18next';
import { ChevronDown, CircleCheck, CircleStop, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { capitalized, formatDate, formatExactDate } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { useEachMinute } from '../../lib/use-each-minute.ts';
import { CommandOutput } from '../../ui/commands/command-output.tsx';
import { durationText, hasSucceeded, outcomeText } from '../../ui/commands/outcome.ts';
import styles from './command-runs.module.css';

/** A run with its command, outcome, user, reason and time; its output and its exact time on demand. */
export function RunItem({ run }: { run: CommandRun }) {
  const { t } = useTranslation();
  const id = useId();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  useEachMinute();
  const state = stateOf(run);
  const Icon = ICONS[state];
  const startedAt = new Date(run.startedAt);
  const exactly = formatExactDate(startedAt, locale);
  return (
    <li className={styles.run} data-state={state}>
      <div className={styles.head}>
        <Icon className={styles.mark} size={18} strokeWidth={1.75} aria-hidden />
        <div className={styles.facts}>
          <code id={`${id}-line`} className={styles.line} dir="ltr">
            {run.line}
          </code>
          <p className={styles.note}>
            <span className={styles.outcome}>{outcomeText(t, run)}</span>
            {run.more !== undefined && ` · ${t('audit.similar', { count: run.more })}`}
            {' · '}
            <Occasion run={run} />
          </p>
        </div>
        <div className={styles.times}>
          <time className={styles.time} dateTime={startedAt.toISOString()} title={exactly}>
            {capitalized(formatDate(startedAt, locale), locale)}
          </time>
          <span className={styles.time}>{durationText(t, run.durationMs, locale)}</span>
        </div>
        <button
          type="button"
          className={styles.toggle}
          aria-label={t(isOpen ? 'commands.runs.hideOutput' : 'commands.runs.showOutput')}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-line`}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <div id={id} className={styles.output}>
        {isOpen && (
          <>
            <p className={styles.note}>{exactly}</p>
            <CommandOutput output={run.output} isCut={run.isCut} />
          </>
        )}
      </div>
    </li>
  );
}

const ICONS = { succeeded: CircleCheck, stopped: CircleStop, failed: CircleX } as const;

/** Returns the state of a run for display. A run that its user has stopped does not count as failed. */
function stateOf(run: CommandRun): keyof typeof ICONS {
  if (hasSucceeded(run)) return 'succeeded';
  return run.outcome === 'stopped' ? 'stopped' : 'failed';
}

/** Shows who ran the command, why, and in which folder or on which item. */
function Occasion({ run }: { run: CommandRun }) {
  const { t } = useTranslation();
  const { kind, path, username } = run;
  const isAtHome = path === ROOT;
  return (
    <>
      <bdi>{username}</bdi>
      {kind !== 'panel' && ` · ${occasionText(t, run)}`}
      {/* A trial uses an example file that lies in no folder of the user. */}
      {kind !== 'trial' && (
        <>
          {' · '}
          <bdi dir={isAtHome ? undefined : 'ltr'}>
            {isAtHome ? t('shell.myFiles') : isolatePath(path)}
          </bdi>
        </>
      )}
    </>
  );
}

/** Returns the reason for the run of an event or a trial. */
function occasionText(t: TFunction, { kind, trigger }: CommandRun): string {
  const when = trigger && t(`commands.triggers.${trigger}`);
  if (kind !== 'trial') return when ?? t('commands.runs.kinds.event');
  const how = t('commands.runs.kinds.trial');
  return when === undefined ? how : `${how}, ${when}`;
}
