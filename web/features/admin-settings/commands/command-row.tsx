import { splitCommandLine } from '#contract/command-line.ts';
import { COMMAND_VARIABLES, type Trigger } from '#contract/commands.ts';
import type { ParseKeys } from 'i18next';
import { ArrowDown, ArrowUp, Play, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyWithoutMarks } from '../../../lib/copy-without-marks.ts';
import { isolate } from '../../../lib/isolate.ts';
import { allowsAnyCommand } from '../../../ui/commands/allows-any-command.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import styles from './commands.module.css';
import { TrialResult } from './trial-result.tsx';
import { rowKey } from './use-command-changes.ts';
import { useCommandTrial } from './use-command-trial.ts';

/** One command with its problem, its position and the result of trying it. */
export function CommandRow({
  trigger,
  line,
  index,
  count,
  hasShell,
  problem,
  onChange,
  onMove,
  onRemove,
}: {
  trigger: Trigger;
  line: string;
  index: number;
  count: number;
  /** True if the command runs in a shell, which has its own syntax. */
  hasShell: boolean;
  /** Reason of the server for rejecting the command. */
  problem: string | undefined;
  onChange(line: string): void;
  onMove(to: number): void;
  onRemove(): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const trial = useCommandTrial({ trigger, line });
  const wrong = hasShell ? undefined : lineProblem(line);
  const error = wrong ? t(wrong) : problem;
  const kept = error === undefined ? keptVariables(line, { hasShell }) : [];
  const [first] = kept;
  const values = { number: index + 1, when: t(`commands.triggers.${trigger}`) };
  return (
    <li className={styles.row} data-row={rowKey(trigger, index)}>
      <div className={styles.line}>
        <input
          className={styles.text}
          aria-label={t('commands.commandOf', values)}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error !== undefined || first ? `${id}-note` : undefined}
          dir="ltr"
          data-part="text"
          value={line}
          placeholder="/usr/local/bin/scan $FILE"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
        <span className={styles.buttons}>
          <IconButton
            label={t('commands.trial', values)}
            icon={Play}
            size="small"
            disabled={line.trim() === '' || wrong !== undefined || trial.state?.kind === 'running'}
            onClick={() => void trial.run()}
          />
          <IconButton
            label={t('commands.moveUp', values)}
            icon={ArrowUp}
            size="small"
            data-part="up"
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            label={t('commands.moveDown', values)}
            icon={ArrowDown}
            size="small"
            data-part="down"
            disabled={index + 1 === count}
            onClick={() => onMove(index + 1)}
          />
          <IconButton
            label={t('commands.remove', values)}
            icon={X}
            size="small"
            data-part="remove"
            onClick={onRemove}
          />
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-note`} className={styles.problem}>
          {error}
        </p>
      )}
      {first && (
        <p id={`${id}-note`} className={styles.note} onCopy={copyWithoutMarks}>
          {t(hasShell ? 'commands.keptByShell' : 'commands.kept', {
            names: kept.map(isolate).join(', '),
            first,
          })}
        </p>
      )}
      <div className={styles.trial} role="status">
        {trial.state && <TrialResult state={trial.state} onStop={trial.stop} />}
      </div>
    </li>
  );
}

const REFERENCE = new RegExp(
  `\\$(?:\\{(?:${COMMAND_VARIABLES.join('|')})\\}|(?:${COMMAND_VARIABLES.join('|')})(?!\\w))`,
  'g',
);

/** Characters that an interpreter may not treat as one plain value. */
const SPECIAL = /[^\w./,:=@%+-]/;

/** Returns the variables of a command that are passed in the environment instead of being replaced. */
function keptVariables(line: string, { hasShell }: { hasShell: boolean }): string[] {
  if (hasShell) return referencesIn(line);
  const split = splitCommandLine(withoutBackground(line));
  if (split.kind === 'unreadable' || !split.words.some(allowsAnyCommand)) return [];
  const code = split.words.filter((word) => SPECIAL.test(word.replaceAll(REFERENCE, '')));
  return [...new Set(code.flatMap(referencesIn))];
}

function referencesIn(text: string): string[] {
  return [...new Set(text.match(REFERENCE))];
}

/** Returns the problem of a command being edited; an empty one has none yet. */
function lineProblem(line: string): ParseKeys | undefined {
  if (line.trim() === '') return undefined;
  const split = splitCommandLine(withoutBackground(line));
  if (split.kind === 'words') return split.words[0] ? undefined : 'commands.noCommand';
  if (split.problem.startsWith('Unknown rune')) return 'commands.notInQuotes';
  return split.problem.includes('escape') ? 'commands.loneBackslash' : 'commands.unclosedQuote';
}

/** Returns a command without the trailing `&` that runs it in the background. */
function withoutBackground(line: string): string {
  return line.trimEnd().replace(/&$/, '');
}
