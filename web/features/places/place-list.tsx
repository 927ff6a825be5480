import type { Entry } from '#contract/files.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { offered } from '../../actions/action.ts';
import { useMenuItems } from '../../actions/menu/use-menu-items.ts';
import { goToFolder } from '../../actions/go-to-folder.ts';
import { SELECTION_GROUPS } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isForSelectedText, useKeys } from '../../lib/keyboard.ts';
import { useRowWords } from '../../state/use-row-words.ts';
import { Menu } from '../../ui/lazy-menu.tsx';
import type { Group } from '../../i18n/days-of.ts';
import { PlaceRow } from './place-row.tsx';
import styles from './places.module.css';

/** Actions for an item. Those that need its folder as a list are left out. */
const GROUPS = SELECTION_GROUPS.map((group, index) =>
  (index === 0 ? [...group, goToFolder] : group).filter(({ id }) => !id.startsWith('clipboard')),
);

/** Items in groups, with one tab stop. Arrow keys move, Enter opens, and shortcuts act on the focused item. */
export function PlaceList<Item extends Entry>({
  groups,
  noteTitle,
  note,
  contextOf,
}: {
  groups: readonly Group<Item>[];
  /** Name of the column of notes. */
  noteTitle: string;
  note(item: Item): string;
  contextOf(entry: Entry): ActionContext;
}) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  const words = useRowWords();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<string>();
  const [menu, setMenu] = useState<{ item: Item; anchor: DOMRect }>();
  const items = groups.flatMap((group) => group.items);
  const activePath = items.some(({ path }) => path === active) ? active : items[0]?.path;
  const focused = () => {
    const path = document.activeElement?.closest<HTMLElement>('[data-path]')?.dataset['path'];
    return items.find((item) => item.path === path);
  };
  useKeys('page', (event, pressed) => {
    const item = focused();
    if (!item || isForSelectedText(event)) return false;
    if (pressed === 'Shift+F10' || pressed === 'ContextMenu') {
      const row = document.activeElement?.closest('[data-path]');
      if (row) setMenu({ item, anchor: row.getBoundingClientRect() });
      return true;
    }
    const context = contextOf(item);
    const keyed = GROUPS.flat().filter(({ shortcut }) => shortcut === pressed);
    const [action] = offered(keyed, context);
    action?.run(context);
    return action !== undefined;
  });

  return (
    // The links in it have the focus; arrow keys move it between them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={list} className={styles.list} onKeyDown={(event) => moveFocus(event, list.current)}>
      <div className={styles.header} aria-hidden>
        <span>{t('listing.name')}</span>
        <span>{t('info.place')}</span>
        <span>{noteTitle}</span>
      </div>
      {groups.map(({ title, items: own }) => (
        <section key={title} aria-label={title}>
          <h2 className={styles.group}>{title}</h2>
          <ul>
            {own.map((item) => (
              <PlaceRow
                key={item.path}
                item={item}
                note={note(item)}
                words={words}
                isActive={item.path === activePath}
                isMenuOpen={menu?.item === item}
                onFocus={() => setActive(item.path)}
                onMenu={(change) =>
                  setMenu((open) => {
                    const anchor = change(open?.anchor);
                    return anchor && { item, anchor };
                  })
                }
              />
            ))}
          </ul>
        </section>
      ))}
      {menu && (
        <Menu
          label={t('listing.actions')}
          items={menuItems(GROUPS, contextOf(menu.item))}
          anchor={menu.anchor}
          onClose={() => setMenu(undefined)}
        />
      )}
    </div>
  );
}

/** Moves the focus between rows. */
function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  if (!list || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const links = [...list.querySelectorAll<HTMLElement>('[data-path] > a')];
  const row = event.target instanceof Element ? event.target.closest('[data-path]') : null;
  const at = links.findIndex((link) => link.parentElement === row);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const target = to === undefined ? undefined : links[to];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
