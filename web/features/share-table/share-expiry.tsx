import type { Share } from '#contract/shares.ts';
import { endOfShare } from '../../state/share-end.ts';
import type { ShareWords } from './use-share-words.ts';

/** Remaining time of a share, with the exact time as a tooltip. */
export function ShareExpiry({ share, words }: { share: Share; words: ShareWords }) {
  const end = endOfShare(share.expire);
  if (!end) return <span>{words.expiry}</span>;
  return (
    <time dateTime={end.toISOString()} title={words.exactExpiry}>
      {words.expiry}
    </time>
  );
}
