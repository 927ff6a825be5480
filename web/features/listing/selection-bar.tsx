import { X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { appearanceOf, offered, type UserAction } from '../../actions/action.ts';
import { ActionButton, type BarContext, MoreActions } from '../../actions/menu/action-buttons.tsx';
import { BAR_ACTIONS, fitActions } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import bar from '../../ui/data-view/selection-bar.module.css';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './selection-bar.module.css';
import { buttonWidthIn, GAP, useToolbarSpace } from './use-toolbar-space.ts';

export interface BarProps extends Required<BarContext> {
  onClear(): void;
}

/**
 * Number of selected entries and their actions, with labels where there is room. The cross clears the selection,
 * and without one ends multi-select mode, as Escape does.
 */
export function SelectionBar({ context, present, onClear }: BarProps) {
  const { t } = useTranslation();
  const toolbar = useRef<HTMLDivElement>(null);
  const { selection, multiple } = context;
  const count = selection.length;
  const acting = { context, present };
  const { buttons, rest, hasLabels } = useFittedActions(
    toolbar,
    offered(BAR_ACTIONS, context),
    acting,
  );
  return (
    <section
      className={styles.frame}
      aria-label={t(multiple.isOn ? 'listing.multiple' : 'listing.selection')}
    >
      <div ref={toolbar} className={bar.bar} role="toolbar" aria-label={t('listing.actions')}>
        <IconButton
          label={t(count === 0 ? 'listing.done' : 'listing.clearSelection')}
          shortcut="Esc"
          icon={X}
          onClick={() => (count === 0 ? multiple.set(false) : onClear())}
        />
        <span className={bar.count}>
          {count === 0 ? t('listing.multipleHint') : t('listing.selectedCount', { count })}
        </span>
        {count > 0 &&
          buttons.map((action) => (
            <ActionButton key={action.id} action={action} hasLabel={hasLabels} {...acting} />
          ))}
        {count > 0 && rest.length > 0 && <MoreActions actions={rest} {...acting} />}
      </div>
    </section>
  );
}

/** Padding of a labelled button and the gap between icon and label, less those of a button without label. Pixels. */
const LABEL_EXTRA = 10;
/** Space in pixels that a number takes beside a label, without its digits. */
const BADGE = 16;
/** Minimum number of buttons with labels. Where fewer would fit, none has a label. */
const MIN_LABELLED = 6;

/**
 * Returns the actions that fit into the bar as buttons, in their order, and the rest for a menu. Either all buttons have labels or
 * none.
 */
function useFittedActions(
  toolbar: RefObject<HTMLDivElement | null>,
  actions: readonly UserAction[],
  { context }: Pick<BarProps, 'context'>,
) {
  const { t } = useTranslation();
  const space = useToolbarSpace(toolbar);
  const element = toolbar.current;
  const alwaysMenu = actions.some(({ isInMenusOnly }) => isInMenusOnly === true);
  if (!element || space === Number.POSITIVE_INFINITY) {
    return { ...fitActions(actions, space, { alwaysMenu }), hasLabels: false };
  }
  const width = buttonWidthIn(element) + GAP;
  const room = Math.max(1, Math.floor(space / width));
  const textWidth = textWidthIn(element);
  const labelWidth = (action: UserAction) => {
    const number = action.count?.(context);
    const badge = number === undefined ? 0 : BADGE + textWidth(String(number));
    return LABEL_EXTRA + badge + textWidth(t(appearanceOf(action, context).label));
  };
  for (let tried = room; tried > MIN_LABELLED; tried -= 1) {
    const { buttons, rest } = fitActions(actions, tried, { alwaysMenu });
    const menu = rest.length > 0 ? width : 0;
    const taken = buttons.reduce((sum, action) => sum + width + labelWidth(action), menu);
    if (taken <= space) return { buttons, rest, hasLabels: true };
  }
  return { ...fitActions(actions, room, { alwaysMenu }), hasLabels: false };
}

/** Returns a function that measures text in the font of an element. */
function textWidthIn(element: HTMLElement): (text: string) => number {
  const canvas = document.createElement('canvas').getContext('2d');
  if (canvas) canvas.font = getComputedStyle(element).font;
  return (text) => canvas?.measureText(text).width ?? Number.POSITIVE_INFINITY;
}
