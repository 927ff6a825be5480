import type { Entry } from '#contract/files.ts';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isolatePath } from '../../lib/isolate.ts';
import { type MenuChange, toggleMenuAt } from '../../lib/menu-opener.ts';
import { spelled } from '../../lib/name-parts.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { showNotSaved } from '../../state/show-failure.ts';
import { changeStars, starred } from '../../state/starred.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import { useThumbnails } from '../../state/use-thumbnails.ts';
import { accessibleName, type RowWords } from '../../state/use-row-words.ts';
import { EntryName } from '../../ui/entry-name.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import styles from './places.module.css';

/** Row of an item: a link to it, a star, its folder, a note and a menu. */
export function PlaceRow({
  item,
  note,
  words,
  isActive,
  isMenuOpen,
  onFocus,
  onMenu,
}: {
  item: Entry;
  note: string;
  words: RowWords;
  /** True for the tab stop of the list. */
  isActive: boolean;
  isMenuOpen: boolean;
  onFocus(): void;
  /** Opens or closes the menu. */
  onMenu(change: MenuChange): void;
}) {
  const { t } = useTranslation();
  const thumbnailOf = useThumbnails();
  const folder = folderHolding(item);
  return (
    // The menu also opens by the button in the row and by the keyboard.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={styles.row}
      data-path={item.path}
      data-open={isMenuOpen || undefined}
      onFocus={onFocus}
      onContextMenu={(event) => {
        event.preventDefault();
        const anchor = new DOMRect(event.clientX, event.clientY, 0, 0);
        onMenu(() => anchor);
      }}
    >
      <Link
        className={styles.link}
        to={filesAddress(item.isDir ? `${item.path}/` : item.path)}
        tabIndex={isActive ? 0 : -1}
        aria-label={accessibleName(item, words)}
      >
        <span className={styles.glyph}>
          <Thumbnail address={thumbnailOf(item)} kind={kindOf(item)} isSymlink={item.isSymlink} />
        </span>
        <EntryName name={item.name} />
      </Link>
      <ItemStar item={item} />
      <span className={styles.facts}>
        <bdi className={styles.folder} title={folder.slice(1)}>
          {isolatePath(spelled(folder.slice(1))) || t('shell.myFiles')}
        </bdi>
        <span className={styles.note}>{note}</span>
      </span>
      <span className={styles.more}>
        <MoreButton
          label={words.moreFor(item.name)}
          onClick={(event) => onMenu(toggleMenuAt(event.currentTarget))}
        />
      </span>
    </li>
  );
}

/** Star of an item after its name: a button for a mouse, and on touch screens a mark if the item is starred. */
function ItemStar({ item }: { item: Entry }) {
  const { t } = useTranslation();
  const hasMouse = useMediaQuery('(pointer: fine)');
  const isOn = useStore(starred, ({ paths }) => paths.has(item.path));
  return (
    <span className={styles.star} data-on={isOn || undefined}>
      {hasMouse ? (
        <IconButton
          label={t(isOn ? 'actions.unstar' : 'actions.star')}
          icon={Star}
          size="small"
          tabIndex={-1}
          onClick={() => {
            changeStars([item], !isOn).catch((failure: unknown) => showNotSaved(i18n.t, failure));
          }}
        />
      ) : (
        isOn && <Star size={14} role="img" aria-label={t('shell.starred')} />
      )}
    </span>
  );
}
