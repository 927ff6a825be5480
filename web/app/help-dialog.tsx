import { ChevronDown } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { SHORTCUT_TABLE, type ShortcutRow } from '../actions/shortcut-table.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useMediaQuery } from '../lib/use-media-query.ts';
import type { DialogProps } from '../state/dialog-spec.ts';
import { useUser } from '../state/use-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { capOf, Kbd } from '../ui/kbd.tsx';
import styles from './help-dialog.module.css';

const MOUSE = [
  { how: 'help.click', what: 'help.clickDoes' },
  { how: 'help.ctrlClick', key: 'Ctrl', what: 'help.ctrlClickDoes' },
  { how: 'help.shiftClick', key: 'Shift', what: 'help.shiftClickDoes' },
  { how: 'help.doubleClick', what: 'help.doubleClickDoes' },
  { how: 'help.rightClick', what: 'help.rightClickDoes' },
] as const;

const TOUCH = [
  { how: 'help.tap', what: 'help.doubleClickDoes' },
  { how: 'help.longPress', what: 'help.longPressDoes' },
  { how: 'help.threeDots', what: 'help.rightClickDoes' },
] as const;

const TOUCH_IN_PREVIEW = [
  { how: 'help.swipe', what: 'preview.keys.neighbours' },
  { how: 'help.pinch', what: 'preview.keys.zoom' },
] as const;

/** Lists keys, mouse and touch gestures from the table that the page uses. */
export function HelpDialog({ onClose }: DialogProps<'help'>) {
  const { t } = useTranslation();
  const permissions = useUser()?.perm;
  const isOffered = (row: ShortcutRow) => row.isOffered?.(permissions) ?? true;
  const isTouch = useMediaQuery('(pointer: coarse)');
  const hasMouse = useMediaQuery('(any-pointer: fine)');
  const [hasKeyboard] = useState(isUsedByKeyboard);
  const shortcuts = (
    <div className={styles.groups}>
      {SHORTCUT_TABLE.map(({ title, rows }) => (
        <Fragment key={title}>
          <Group title={t(title)}>
            {rows.filter(isOffered).map(({ keys, what }) => (
              <Row
                key={what}
                how={keys.map((one) => (
                  <Kbd key={one} keys={one} />
                ))}
                what={t(what)}
              />
            ))}
          </Group>
          {/* In the column that has room for it. */}
          {title === 'help.moving' && !isTouch && (
            <Group title={t('help.mouse')}>
              {MOUSE.map(({ how, what, ...rest }) => (
                <Row
                  key={how}
                  how={t(how, { key: 'key' in rest ? capOf(t, rest.key) : '' })}
                  what={t(what)}
                />
              ))}
            </Group>
          )}
        </Fragment>
      ))}
    </div>
  );
  return (
    <Dialog
      title={t('help.title')}
      size="broad"
      closesOnBackdrop
      onClose={onClose}
      onSubmit={onClose}
      buttons={
        <Button type="submit" autoFocus>
          {t('common.close')}
        </Button>
      }
    >
      {isTouch ? (
        <>
          <Group title={t('help.touch')}>
            {TOUCH.map(({ how, what }) => (
              <Row key={how} how={t(how)} what={t(what)} />
            ))}
          </Group>
          <Group title={t('preview.keys.title')}>
            {TOUCH_IN_PREVIEW.map(({ how, what }) => (
              <Row key={how} how={t(how)} what={t(what)} />
            ))}
          </Group>
          {/* Useful only with a keyboard, which such a device seldom has. */}
          <details className={styles.keyboard} open={hasMouse || hasKeyboard}>
            <summary>
              {t('help.keyboard')}
              <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
            </summary>
            {shortcuts}
          </details>
        </>
      ) : (
        shortcuts
      )}
    </Dialog>
  );
}

/** Returns true if the last input was a key; see `followKeyboard()`. */
function isUsedByKeyboard(): boolean {
  return document.documentElement.dataset['keys'] !== undefined;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Row({ how, what }: { how: ReactNode; what: string }) {
  return (
    <div className={styles.row}>
      <dt className={styles.how}>{how}</dt>
      <dd>{what}</dd>
    </div>
  );
}
