import type { Rule } from '#contract/users.ts';
import type { RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { movedItem } from '../../lib/moved-item.ts';
import { announce } from '../live-region.tsx';
import { NEW_RULE } from './rule-list.ts';
import { useFocusNext } from '../use-focus-next.ts';

const keys = new WeakMap<Rule, number>();
const added = new WeakSet<Rule>();
let lastKey = 0;

/** Returns a key that stays the same while a rule is moved or edited. */
export function keyOfRule(rule: Rule): number {
  const known = keys.get(rule);
  if (known !== undefined) return known;
  lastKey += 1;
  keys.set(rule, lastKey);
  return lastKey;
}

/** Returns functions that edit the rules, announce each change and move the focus. */
export function useRuleChanges({
  editor,
  rules,
  onChange,
}: {
  editor: RefObject<HTMLElement | null>;
  rules: readonly Rule[];
  onChange(rules: readonly Rule[]): void;
}) {
  const { t } = useTranslation();
  const focusNext = useFocusNext(editor);

  return {
    /** Returns true until the rule is edited. */
    isNew: (rule: Rule) => added.has(rule),
    add(): void {
      const rule = { ...NEW_RULE };
      added.add(rule);
      focusNext({ key: keyOfRule(rule), part: 'text' });
      onChange([...rules, rule]);
    },
    change(index: number, changed: Rule): void {
      onChange(rules.map((rule, at) => (at === index ? withKeyOf(rule, changed) : rule)));
    },
    move(index: number, to: number): void {
      const rule = rules[index];
      if (!rule) return;
      focusNext({ key: keyOfRule(rule), part: to < index ? 'up' : 'down' });
      announce(t('rules.moved', { number: to + 1, count: rules.length }));
      onChange(movedItem(rules, index, to));
    },
    remove(index: number): void {
      const left = rules.filter((_, at) => at !== index);
      const next = left[index] ?? left[index - 1];
      focusNext(next ? { key: keyOfRule(next), part: 'remove' } : 'add');
      announce(t('rules.removed', { count: left.length }));
      onChange(left);
    },
  };
}

/** Gives a changed rule the key of the original, so that its row stays. */
function withKeyOf(rule: Rule, changed: Rule): Rule {
  keys.set(changed, keyOfRule(rule));
  return changed;
}
