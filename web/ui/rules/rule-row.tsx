import type { Rule } from '#contract/users.ts';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import checkBox from '../check-box.module.css';
import { IconButton } from '../icon-button.tsx';
import { textOfRule, withKind, withText } from './rule-list.ts';
import styles from './rules-editor.module.css';

/** Row of a rule: its check boxes, path or expression, and buttons for its position. */
export function RuleRow({
  rule,
  ruleKey,
  index,
  count,
  isDeciding,
  problem,
  onChange,
  onMove,
  onRemove,
}: {
  rule: Rule;
  ruleKey: number;
  index: number;
  count: number;
  isDeciding: boolean;
  /** Message about the rule. */
  problem: string | undefined;
  onChange(rule: Rule): void;
  onMove(to: number): void;
  onRemove(): void;
}) {
  const { t } = useTranslation();
  const noteId = useId();
  const numberId = useId();
  const number = index + 1;
  const note = problem ?? (isDeciding ? t('rules.decides') : undefined);
  return (
    <li
      className={styles.row}
      data-row={ruleKey}
      data-deciding={isDeciding || undefined}
      aria-label={t('rules.rule', { number })}
    >
      <span
        id={numberId}
        className={styles.number}
        aria-hidden
        aria-label={t('rules.rule', { number })}
      >
        {number}
      </span>
      <RuleChoices rule={rule} numberId={numberId} onChange={onChange} />
      <input
        className={styles.text}
        aria-label={t(rule.regex ? 'rules.patternOf' : 'rules.pathOf', { number })}
        aria-invalid={problem !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : noteId}
        dir="ltr"
        data-part="text"
        data-regex={rule.regex || undefined}
        value={textOfRule(rule)}
        placeholder={rule.regex ? '\\.bak$' : '/private'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => onChange(withText(rule, target.value))}
      />
      <PositionButtons index={index} count={count} onMove={onMove} onRemove={onRemove} />
      {note !== undefined && (
        <p id={noteId} className={styles.note} data-problem={problem !== undefined || undefined}>
          {note}
        </p>
      )}
    </li>
  );
}

function RuleChoices({
  rule,
  numberId,
  onChange,
}: {
  rule: Rule;
  /** Element with the name of the rule, which becomes part of the names of its check boxes. */
  numberId: string;
  onChange(rule: Rule): void;
}) {
  const { t } = useTranslation();
  return (
    <span className={styles.choices}>
      <Choice
        label={t('rules.pattern')}
        numberId={numberId}
        checked={rule.regex}
        onChange={(regex) => onChange(withKind(rule, regex))}
      />
      <Choice
        label={t('rules.allow')}
        numberId={numberId}
        checked={rule.allow}
        onChange={(allow) => onChange({ ...rule, allow })}
      />
    </span>
  );
}

function Choice({
  label,
  numberId,
  checked,
  onChange,
}: {
  label: string;
  numberId: string;
  checked: boolean;
  onChange(checked: boolean): void;
}) {
  const id = useId();
  return (
    <label className={styles.choice}>
      <input
        className={checkBox.box}
        type="checkbox"
        checked={checked}
        aria-labelledby={`${numberId} ${id}`}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span id={id}>{label}</span>
    </label>
  );
}

function PositionButtons({
  index,
  count,
  onMove,
  onRemove,
}: {
  index: number;
  count: number;
  onMove(to: number): void;
  onRemove(): void;
}) {
  const { t } = useTranslation();
  const number = index + 1;
  return (
    <span className={styles.buttons}>
      <IconButton
        label={t('rules.moveUp', { number })}
        icon={ArrowUp}
        size="small"
        data-part="up"
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        label={t('rules.moveDown', { number })}
        icon={ArrowDown}
        size="small"
        data-part="down"
        disabled={number === count}
        onClick={() => onMove(index + 1)}
      />
      <IconButton
        label={t('rules.remove', { number })}
        icon={X}
        size="small"
        data-part="remove"
        onClick={onRemove}
      />
    </span>
  );
}
