import { Eraser, ShieldAlert, X } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useVisibleHeight } from '../../lib/window/use-visible-height.ts';
import { closeTerminal } from '../../state/terminal-opening.ts';
import { terminalHeight } from '../../state/terminal/height.ts';
import { clearOutput, isRunning } from '../../state/terminal/terminal.ts';
import { usePageConfig } from '../../state/use-page-config.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { announce } from '../../ui/live-region.tsx';
import { Divider } from './divider.tsx';
import { folderOf } from './folder-of.ts';
import { OutputLog } from './output-log.tsx';
import { PromptLine } from './prompt-line.tsx';
import styles from './terminal.module.css';
import { usePanelKeys } from './use-panel-keys.ts';
import { useRunContext } from './use-run-context.ts';

export interface TerminalPanelProps {
  /** Displayed path. Commands run in this folder, or in the parent of a file. */
  path: string;
  /** True if the panel fills the window. */
  fills: boolean;
}

/** Terminal panel. Running commands continue after it is closed. */
export function TerminalPanel({ path, fills }: TerminalPanelProps) {
  const { t } = useTranslation();
  const { ShellAccess } = usePageConfig();
  const panel = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const style = useHeight(fills);
  const onKeyDown = usePanelKeys(panel, field);
  const context = useRunContext(folderOf(path));
  useEffect(() => field.current?.focus(), []);
  useEffect(
    () => () => {
      if (isRunning()) announce(t('terminal.goesOn'));
    },
    [t],
  );

  return (
    <section
      ref={panel}
      className={styles.panel}
      aria-label={t('actions.shell')}
      data-part="terminal"
      data-fills={fills || undefined}
      style={style}
    >
      <div role="presentation" className={styles.keys} onKeyDown={onKeyDown}>
        {!fills && <Divider />}
        <div className={styles.head}>
          <h2 className={styles.title}>{t('actions.shell')}</h2>
          {ShellAccess && (
            <p className={styles.access}>
              <ShieldAlert size={16} strokeWidth={1.75} aria-hidden />
              {t('terminal.fullAccess')}
            </p>
          )}
          <span className={styles.buttons}>
            <IconButton
              label={t('terminal.clear')}
              shortcut="Ctrl+L"
              size="small"
              icon={Eraser}
              onClick={() => {
                clearOutput();
                field.current?.focus();
              }}
            />
            <IconButton
              label={t('common.close')}
              shortcut="F4"
              size="small"
              icon={X}
              onClick={closeTerminal}
            />
          </span>
        </div>
        <OutputLog field={field} />
        <PromptLine ref={field} context={context} />
      </div>
    </section>
  );
}

/** CSS property that positions floating elements above the panel. */
const PROPERTY = '--bottom-panel';

/** Returns the style for the chosen height, limited by the window, or for the whole visible window. */
function useHeight(fills: boolean): CSSProperties {
  const em = useStore(terminalHeight, (height) => height.em);
  const visible = useVisibleHeight();
  useLayoutEffect(() => {
    if (fills) return undefined;
    const { style } = document.documentElement;
    style.setProperty(PROPERTY, `min(${em}em + 7px, 100dvb - 4em)`);
    return () => {
      style.removeProperty(PROPERTY);
    };
  }, [em, fills]);
  return fills ? { blockSize: visible } : {};
}
