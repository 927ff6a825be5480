import { ChevronDown, ChevronUp } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { formatExactDate, formatTime } from '../../../i18n/format.ts';
import { useLocale, useTranslation } from '../../../i18n/use-translation.ts';
import { kindOfAction, sentenceOf } from '../../../state/history-text.ts';
import { requestUndo } from '../../../state/undo.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { reasonText } from '../reason-text.ts';
import { ActionIcon } from './action-icon.tsx';
import { ActionSentence } from './action-sentence.tsx';
import type { DoneAction } from './actions-of.ts';
import styles from './history-list.module.css';
import { OperationLink } from './operation-link.tsx';

/** One action: what was done, where, when, and its undo. An action on several items can be unfolded. */
export function ActionRow({ action }: { action: DoneAction }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const row = useRef<HTMLLIElement>(null);
  // The focus stays in the row when the button disappears with the undo.
  const keepFocus = useCallback(
    (button: HTMLButtonElement) => () => {
      if (button === document.activeElement) row.current?.focus({ preventScroll: true });
    },
    [],
  );
  const { operations, state, at } = action;
  const sentence = sentenceOf(t, operations);
  const [first, ...others] = operations;
  return (
    <li ref={row} className={styles.row} tabIndex={-1} data-state={state} data-part="action">
      <ActionIcon kind={kindOfAction(operations)} />
      <div className={styles.text}>
        <ActionSentence operations={operations} />
        <span className={styles.about}>
          {first && others.length === 0 && <OperationLink operation={first} />}
          {others.length > 0 && t('history.items', { number: operations.length })}
        </span>
        <StateText action={action} />
      </div>
      <time
        className={styles.time}
        dateTime={new Date(at).toISOString()}
        title={formatExactDate(new Date(at), locale)}
      >
        {formatTime(new Date(at), locale)}
      </time>
      <div className={styles.buttons}>
        {others.length > 0 && (
          <IconButton
            label={t(isOpen ? 'acts.collapse' : 'acts.expand')}
            icon={isOpen ? ChevronUp : ChevronDown}
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            onClick={() => setOpen(!isOpen)}
          />
        )}
        {state === 'done' && (
          <Button
            ref={keepFocus}
            variant="quiet"
            aria-label={`${t('trash.undo')}: ${sentence}`}
            onClick={() => requestUndo({ what: 'entry', id: action.id })}
          >
            {t('trash.undo')}
          </Button>
        )}
      </div>
      {isOpen && (
        <ul id={listId} className={styles.items}>
          {operations.map((operation) => (
            <li key={operation.id} className={styles.item}>
              <OperationLink operation={operation} isNamed />
              {operation.state !== state && operation.state === 'undone' && (
                <span className={styles.note}>{t('history.undone')}</span>
              )}
              {operation.state === 'impossible' && (
                <span className={styles.note}>{reasonText(t, operation.reason)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function StateText({ action: { state, operations } }: { action: DoneAction }) {
  const { t } = useTranslation();
  if (state === 'done') return null;
  if (state === 'undone') return <span className={styles.note}>{t('history.undone')}</span>;
  const reasons = new Set(operations.flatMap(({ reason }) => reason ?? []));
  const [reason] = reasons;
  return (
    <span className={styles.note}>
      {t('history.impossible')}
      {reasons.size === 1 && ` ${reasonText(t, reason)}`}
    </span>
  );
}
