import type { Entry } from '#contract/files.ts';
import { sharePageUrl } from '#contract/shares.ts';
import { Download } from 'lucide-react';
import { memo, useState, useSyncExternalStore } from 'react';
import { callAddress } from '../../../api/http.ts';
import type { SelectionStore } from '../../../state/selection.ts';
import checkBox from '../../../ui/check-box.module.css';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { pictureUrl } from '../addresses.ts';
import type { OpenShare } from '../open-share.ts';
import { isDownloadable } from './wanted-download.ts';
import styles from './entry-list.module.css';
import { hasPicture } from './is-gallery.ts';
import type { RowWords } from './use-row-words.ts';

export interface EntryRowProps {
  share: OpenShare;
  entry: Entry;
  /** Index of the entry, used by the handlers of the list. */
  index: number;
  /** True for the active entry. */
  isActive: boolean;
  selection: SelectionStore;
  words: RowWords;
}

/** Row that renders only when its own properties change. The list handles its events. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { share, entry, index, isActive, words } = props;
  const tabIndex = isActive ? 0 : -1;
  if (!isDownloadable(entry)) return <BrokenRow {...props} />;
  return (
    <li className={styles.row} data-index={index}>
      <Mark {...props} />
      <Thumbnail share={share} entry={entry} />
      <a
        className={styles.name}
        href={callAddress(sharePageUrl(share.hash, entry.path))}
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
        {words.dateAlone(entry.modified)}
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

function BrokenRow({ share, entry, index, words }: EntryRowProps) {
  return (
    <li className={styles.row} data-index={index} data-broken>
      <span />
      <Thumbnail share={share} entry={entry} />
      <span className={styles.name}>
        <EntryName name={entry.name} lines={2} />
      </span>
      <span className={styles.note}>{words.brokenSymlink}</span>
    </li>
  );
}

/** Icon of an entry, replaced by its thumbnail once loaded. */
function Thumbnail({ share, entry }: { share: OpenShare; entry: Entry }) {
  return (
    <span className={styles.thumbnail}>
      <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={28} />
      {hasPicture(entry) && <Picture address={callAddress(pictureUrl(share, entry, 'thumb'))} />}
    </span>
  );
}

function Picture({ address }: { address: string }) {
  const [state, setState] = useState<'coming' | 'there' | 'none'>('coming');
  if (state === 'none') return null;
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      data-shown={state === 'there' || undefined}
      onLoad={() => setState('there')}
      onError={() => setState('none')}
    />
  );
}
