import type { Trigger } from '#contract/commands.ts';
import type { RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { movedItem } from '../../../lib/moved-item.ts';
import { announce } from '../../../ui/live-region.tsx';
import { useFocusNext } from '../../../ui/use-focus-next.ts';
import { type CommandLists, linesOf, withLines } from './command-lists.ts';

/** Returns the key of a row, by which it is found and focused. */
export function rowKey(trigger: Trigger, index: number): string {
  return `${trigger}.${index}`;
}

/** Returns functions that edit the commands, announce each change and move the focus. */
export function useCommandChanges({
  group,
  commands,
  onChange,
}: {
  group: RefObject<HTMLElement | null>;
  commands: CommandLists;
  onChange(commands: Record<string, string[]>): void;
}) {
  const { t } = useTranslation();
  const focusNext = useFocusNext(group);
  const replace = (trigger: Trigger, lines: readonly string[]) =>
    onChange(withLines(commands, trigger, lines));

  return {
    add(trigger: Trigger): void {
      const lines = linesOf(commands, trigger);
      focusNext({ key: rowKey(trigger, lines.length), part: 'text' });
      replace(trigger, [...lines, '']);
    },
    change(trigger: Trigger, index: number, line: string): void {
      replace(
        trigger,
        linesOf(commands, trigger).map((known, at) => (at === index ? line : known)),
      );
    },
    move(trigger: Trigger, index: number, to: number): void {
      const lines = linesOf(commands, trigger);
      focusNext({ key: rowKey(trigger, to), part: to < index ? 'up' : 'down' });
      announce(t('commands.moved', { number: to + 1, count: lines.length }));
      replace(trigger, movedItem(lines, index, to));
    },
    remove(trigger: Trigger, index: number): void {
      const left = linesOf(commands, trigger).filter((_, at) => at !== index);
      const next = Math.min(index, left.length - 1);
      focusNext(next < 0 ? 'add' : { key: rowKey(trigger, next), part: 'remove' });
      announce(t('commands.removed', { count: left.length }));
      replace(trigger, left);
    },
  };
}
