import type { Entry } from '#contract/files.ts';
import { findFolded } from '#contract/find-folded.ts';
import { foldText } from '#contract/fold-text.ts';
import type { MouseEvent, ReactNode } from 'react';
import { isolatePath } from '../../lib/isolate.ts';
import { spelled } from '../../lib/name-parts.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { folderHolding } from '../../state/transfer-plan.ts';
import { useThumbnails } from '../../state/use-thumbnails.ts';
import { NameText } from '../../ui/entry-name.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import type { PaletteItem } from './palette-items.ts';
import matchStyles from '../../ui/match.module.css';
import styles from './palette.module.css';

/** Row of the palette: picture, name with highlighted matches, and the folder or the shortcut. */
export function PaletteRow({
  id,
  item,
  terms,
  isActive,
  onPoint,
  onRun,
}: {
  id: string;
  item: PaletteItem;
  terms: readonly string[];
  isActive: boolean;
  onPoint(): void;
  onRun(event: MouseEvent): void;
}) {
  const thumbnailOf = useThumbnails();
  const { command, entry } = item;
  return (
    // The field has the focus and handles the keys, as in the combobox pattern.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      className={styles.row}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      data-danger={command?.isDangerous || undefined}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onRun}
    >
      <span className={styles.glyph} aria-hidden>
        {entry && (
          <Thumbnail
            address={thumbnailOf(entry)}
            kind={kindOf(entry)}
            isSymlink={entry.isSymlink}
          />
        )}
        {command && <command.icon size={20} strokeWidth={1.75} />}
      </span>
      <span className={styles.texts}>
        <bdi className={styles.name} dir="auto">
          {highlighted(item.label, terms)}
        </bdi>
        {entry && <Folder entry={entry} />}
      </span>
      {command?.shortcut !== undefined && <Kbd keys={command.shortcut} />}
    </div>
  );
}

/** Folder of an item below the home folder. The end of a long path stays visible. */
function Folder({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  const path = folderHolding(entry).slice(1);
  if (path === '') return <bdi className={styles.folder}>{t('shell.myFiles')}</bdi>;
  return (
    <span className={styles.folder} data-cut="start" title={path}>
      <bdi dir="ltr">{isolatePath(spelled(path))}</bdi>
    </span>
  );
}

/** Returns a label with its matches marked. */
function highlighted(label: string, terms: readonly string[]): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const mark of findFolded(label, terms.map(foldText))) {
    pieces.push(<NameText key={`before ${mark.start}`} text={label.slice(end, mark.start)} />);
    pieces.push(
      <mark key={mark.start} className={matchStyles.match}>
        <NameText text={label.slice(mark.start, mark.end)} />
      </mark>,
    );
    end = mark.end;
  }
  return [...pieces, <NameText key="rest" text={label.slice(end)} />];
}
