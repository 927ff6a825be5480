import type { ViewMode } from '#contract/users.ts';
import { useRef } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { SHOWN_AS } from '../../actions/switch-view.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VIEW_MODES } from '../../state/preferences.ts';
import { Tooltip, useTooltip } from '../../ui/tooltip.tsx';
import styles from './folder-bar.module.css';

/** Buttons for the views of a folder, of which the present one is pressed. */
export function ViewControl({ view }: { view: ActionContext['view'] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.views} role="group" aria-label={t('listing.view')}>
      {VIEW_MODES.map((mode) => (
        <ViewButton
          key={mode}
          mode={mode}
          isChosen={view.mode === mode}
          onChoose={() => view.change(mode)}
        />
      ))}
    </div>
  );
}

function ViewButton({
  mode,
  isChosen,
  onChoose,
}: {
  mode: ViewMode;
  isChosen: boolean;
  onChoose(): void;
}) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const tooltip = useTooltip(button);
  const { label, icon: Icon } = SHOWN_AS[mode];
  return (
    <>
      <button
        {...tooltip.handlers}
        ref={button}
        type="button"
        className={styles.view}
        aria-label={t(label)}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </button>
      {tooltip.shown && <Tooltip anchor={button} text={t(label)} />}
    </>
  );
}
