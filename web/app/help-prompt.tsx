import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import styles from './help-prompt.module.css';

const SHORTCUTS = [
  { keys: 'F1', what: 'help.f1' },
  { keys: 'Enter', what: 'help.enter' },
  { keys: 'Space', what: 'help.space' },
  { keys: 'Esc', what: 'help.escape' },
  { keys: 'Ctrl+A', what: 'help.selectAll' },
  { keys: 'Ctrl+S', what: 'help.download' },
] as const;

const MOUSE = [
  { how: 'help.click', what: 'help.clickDoes' },
  { how: 'help.ctrlClick', what: 'help.ctrlClickDoes' },
  { how: 'help.shiftClick', what: 'help.shiftClickDoes' },
  { how: 'help.doubleClick', what: 'help.doubleClickDoes' },
] as const;

export function HelpPrompt({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={t('help.title')}
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" variant="primary" autoFocus>
          {t('common.ok')}
        </Button>
      }
    >
      <dl className={styles.list}>
        {SHORTCUTS.map(({ keys, what }) => (
          <div key={keys} className={styles.row}>
            <dt>
              <Kbd keys={keys} />
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
        {MOUSE.map(({ how, what }) => (
          <div key={how} className={styles.row}>
            <dt>{t(how)}</dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
