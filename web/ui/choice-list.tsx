import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { Select } from './select.tsx';
import styles from './choice-list.module.css';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** Height above which the list scrolls, in pixels. */
const MAX_HEIGHT = 312;

/** Virtualized list of items with a choice for each. */
export function ChoiceList<Item, Value extends string>({
  label,
  items,
  rowHeight,
  isStacked = false,
  keyOf,
  render,
  questionOf,
  choiceOf,
  choicesOf,
  onChoose,
}: {
  label: string;
  items: readonly Item[];
  /** In pixels. */
  rowHeight: number;
  /** Shows the choice below the item on narrow screens. */
  isStacked?: boolean;
  keyOf(item: Item): string;
  /** Renders the icon and text beside the choice. */
  render(item: Item): ReactNode;
  /** Accessible label of the choice. */
  questionOf(item: Item): string;
  choiceOf(item: Item): Value;
  choicesOf(item: Item): readonly Choice<Value>[];
  onChoose(item: Item, choice: Value): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    observeElementRect: (_, report) => report({ width: 0, height: MAX_HEIGHT }),
  });
  const height = Math.min(items.length * rowHeight, MAX_HEIGHT);

  return (
    <div ref={scroller} className={styles.scroller} style={{ maxBlockSize: height }}>
      <ul
        className={styles.canvas}
        style={{ blockSize: virtualizer.getTotalSize() }}
        aria-label={label}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <li
                key={keyOf(item)}
                className={styles.item}
                data-stacked={isStacked || undefined}
                style={{ blockSize: rowHeight, insetBlockStart: start }}
              >
                {render(item)}
                <ChoiceSelect
                  label={questionOf(item)}
                  choice={choiceOf(item)}
                  choices={choicesOf(item)}
                  onChoose={(choice) => onChoose(item, choice)}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function ChoiceSelect<Value extends string>({
  label,
  choice,
  choices,
  onChoose,
}: {
  label: string;
  choice: Value;
  choices: readonly Choice<Value>[];
  onChoose(choice: Value): void;
}) {
  return (
    <Select
      look="button"
      aria-label={label}
      value={choice}
      onChange={({ target }) => {
        const chosen = choices.find(({ value }) => value === target.value);
        if (chosen) onChoose(chosen.value);
      }}
    >
      {choices.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  );
}

/** Buttons that set the choice of all items. */
export function ChoiceForAll<Value extends string>({
  label,
  choices,
  onChoose,
}: {
  label: string;
  choices: readonly Choice<Value>[];
  onChoose(choice: Value): void;
}) {
  return (
    <div className={styles.all} role="group" aria-label={label}>
      {choices.map((choice) => (
        <Button key={choice.value} onClick={() => onChoose(choice.value)}>
          {choice.label}
        </Button>
      ))}
    </div>
  );
}
