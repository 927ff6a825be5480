import type { Entry } from '#contract/files.ts';
import { sharePageUrl } from '#contract/shares.ts';
import { Download } from 'lucide-react';
import { memo, useSyncExternalStore } from 'react';
import { callAddress } from '../../../api/http.ts';
import type { SelectionStore } from '../../../state/selection.ts';
import { EntryName } from '../../../ui/entry-name.tsx';
import type { OpenLink } from '../open-link.ts';
import { isWhole } from './contents.ts';
import checkBox from '../../../ui/check-box.module.css';
import styles from './entry-list.module.css';
import { Thumbnail } from './thumbnail.tsx';
import type { RowWords } from './use-row-words.ts';

export interface EntryRowProps {
  link: OpenLink;
  entry: Entry;
  /** The entry's place, for the handlers of the list. */
  index: number;
  /** The keyboard stands here. */
  isActive: boolean;
  selection: SelectionStore;
  words: RowWords;
}

/** Drawn again only when one of its own facts changes. What is done with it the list hears. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { link, entry, index, isActive, words } = props;
  const tabIndex = isActive ? 0 : -1;
  if (!isWhole(entry)) return <BrokenRow {...props} />;
  return (
    <li className={styles.row} data-index={index}>
      <Mark {...props} />
      <Thumbnail link={link} entry={entry} />
      <a
        className={styles.name}
        href={callAddress(sharePageUrl(link.hash, entry.path))}
        tabIndex={tabIndex}
        data-part="open"
        data-stop
        draggable={false}
      >
        <EntryName name={entry.name} lines={2} />
      </a>
      <span className={styles.size}>{!entry.isDir && <bdi>{words.size(entry.size)}</bdi>}</span>
      <time
        className={styles.date}
        dateTime={entry.modified}
        title={words.exactDate(entry.modified)}
      >
        {words.relativeDate(entry.modified)}
      </time>
      <button
        type="button"
        className={styles.download}
        tabIndex={tabIndex}
        data-part="download"
        aria-label={words.download(entry.name)}
        title={words.download(entry.name)}
      >
        <Download size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </li>
  );
});

function Mark({ entry: { path, name }, isActive, selection, words }: EntryRowProps) {
  const isSelected = useSyncExternalStore(selection.subscribe, () => selection.has(path));
  return (
    <label className={styles.mark}>
      <input
        className={checkBox.box}
        type="checkbox"
        checked={isSelected}
        readOnly
        tabIndex={isActive ? 0 : -1}
        data-part="mark"
        aria-label={words.select(name)}
      />
    </label>
  );
}

function BrokenRow({ link, entry, index, words }: EntryRowProps) {
  return (
    <li className={styles.row} data-index={index} data-broken>
      <span />
      <Thumbnail link={link} entry={entry} />
      <span className={styles.name}>
        <EntryName name={entry.name} lines={2} />
      </span>
      <span className={styles.note}>{words.brokenLink}</span>
    </li>
  );
}
