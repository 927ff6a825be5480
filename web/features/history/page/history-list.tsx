import type { KeyboardEvent } from 'react';
import { daysOf } from '../../../i18n/days-of.ts';
import { useLocale, useTranslation } from '../../../i18n/use-translation.ts';
import { ShowMore } from '../../../ui/data-view/show-more.tsx';
import { ActionRow } from './action-row.tsx';
import type { DoneAction } from './actions-of.ts';
import styles from './history-list.module.css';

/** Actions by day, the latest first. Arrow keys move from row to row. */
export function HistoryList({
  actions,
  list,
}: {
  actions: readonly DoneAction[];
  list: Parameters<typeof ShowMore>[0]['list'];
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    // The buttons and links in it have the focus; arrow keys move it between rows.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.list} onKeyDown={moveFocus}>
      {daysOf(actions, ({ at }) => at, locale).map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h2 className={styles.day}>{title}</h2>
          <ul>
            {items.map((action) => (
              <ActionRow key={action.id} action={action} />
            ))}
          </ul>
        </section>
      ))}
      <ShowMore list={list} />
      <p className={styles.kept}>{t('history.kept')}</p>
    </div>
  );
}

const FOCUSABLE = 'button, a[href]';

/** Moves the focus to the same control of the next row, or to its last one where that row has fewer. From a row itself, to the first control. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-part="action"]')];
  const row = event.target instanceof Element ? event.target.closest('[data-part="action"]') : null;
  if (!row) return;
  const own = [...row.querySelectorAll(FOCUSABLE)].findIndex((each) => each === event.target);
  const position = Math.max(0, own);
  let next = rows.findIndex((each) => each === row) + step;
  // Rows without controls are passed over.
  while (rows[next] && !rows[next]?.querySelector(FOCUSABLE)) next += step;
  const controls = [...(rows[next]?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  const target = controls[Math.min(position, controls.length - 1)];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
