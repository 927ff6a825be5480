import type { RuleProblem } from '#contract/rules.ts';
import type { Rule } from '#contract/users.ts';
import type { TFunction } from 'i18next';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { refusalSentence } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { PathTrial, type RuleListName } from './path-trial.tsx';
import { plainProblem } from './rule-list.ts';
import { RuleRow } from './rule-row.tsx';
import { useLinkedRule } from './use-linked-rule.ts';
import { keyOfRule, useRuleChanges } from './use-rule-changes.ts';
import { type TryPath, useTrial } from './use-trial.ts';
import styles from './rules-editor.module.css';

const NONE: readonly RuleProblem[] = [];

/**
 * Editor of an ordered list of access rules, with a field that tests them. Uses the `rules` translations. Rules are
 * identified by object identity: pass back the same objects that were given to `onChange`.
 */
export function RulesEditor({
  list,
  rules,
  problems = NONE,
  onChange,
  tryPath,
}: {
  /** List that is edited: the global one or that of a user. */
  list: RuleListName;
  rules: readonly Rule[];
  /** Reasons of the server for rejecting rules, in addition to immediate validation. */
  problems?: readonly RuleProblem[];
  onChange(rules: readonly Rule[]): void;
  /** Evaluates unsaved rules for a path. */
  tryPath: TryPath;
}) {
  const { t } = useTranslation();
  const editor = useRef<HTMLDivElement>(null);
  const [path, setPath] = useState('');
  const trial = useTrial(rules, path, tryPath);
  const changes = useRuleChanges({ editor, rules, onChange });
  useLinkedRule(editor);
  const decided = trial.outcome?.decidedBy;
  const deciding = decided?.list === list ? decided.index : undefined;
  const isUnfinished = deciding !== undefined && isNewAndEmpty(rules[deciding]);
  const reasonOf = (index: number): string | undefined =>
    reasonAt(t, problems, list, index) ?? reasonAt(t, trial.problems, list, index);

  return (
    <div ref={editor} className={styles.editor}>
      <p className={styles.hint}>
        {t('rules.order')} {t('rules.allowHint')} {t('rules.pathHint')}
      </p>
      {rules.length === 0 ? (
        <p className={styles.empty}>{t('rules.empty')}</p>
      ) : (
        <ol className={styles.list} aria-label={t('rules.list')}>
          {rules.map((rule, index) => (
            <RuleRow
              key={keyOfRule(rule)}
              ruleKey={keyOfRule(rule)}
              rule={rule}
              index={index}
              count={rules.length}
              isDeciding={index === deciding && !isUnfinished}
              problem={problemOf(rule, index)}
              onChange={(changed) => changes.change(index, changed)}
              onMove={(to) => changes.move(index, to)}
              onRemove={() => changes.remove(index)}
            />
          ))}
        </ol>
      )}
      <Button data-part="add" onClick={changes.add}>
        <Plus size={18} strokeWidth={1.75} aria-hidden />
        {t('rules.add')}
      </Button>
      <PathTrial
        list={list}
        path={path}
        trial={trial}
        unfinished={isUnfinished ? deciding + 1 : undefined}
        onChange={setPath}
      />
    </div>
  );

  /** Returns true for a new rule without a path. It would match everything, so it has no effect yet. */
  function isNewAndEmpty(rule: Rule | undefined): boolean {
    return rule !== undefined && plainProblem(rule) === 'needed' && changes.isNew(rule);
  }

  /** Returns the message about a rule. A new, empty one is reported only after saving. */
  function problemOf(rule: Rule, index: number): string | undefined {
    const plain = plainProblem(rule);
    if (isNewAndEmpty(rule) && problems.length === 0) return undefined;
    return plain ? t(`rules.${plain}`) : reasonOf(index);
  }
}

function reasonAt(
  t: TFunction,
  problems: readonly RuleProblem[],
  list: RuleListName,
  index: number,
): string | undefined {
  const problem = problems.find((one) => one.list === list && one.index === index);
  return problem?.refusal ? refusalSentence(t, problem.refusal) : problem?.reason;
}
