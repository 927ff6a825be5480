import type { Share } from '#contract/shares.ts';
import { endOfShare } from '../../state/share-end.ts';
import type { ShareWords } from './use-share-words.ts';

/** Remaining time of a share, with the exact time as a tooltip. */
export function ShareExpiry({
  share,
  words,
  isSentence = false,
}: {
  share: Share;
  words: ShareWords;
  /** True for a text that says by itself that the share ends. */
  isSentence?: boolean;
}) {
  const end = endOfShare(share.expire);
  const text = isSentence ? words.expirySentence : words.expiry;
  if (!end) return <span>{text}</span>;
  return (
    <time dateTime={end.toISOString()} title={words.exactExpiry}>
      {text}
    </time>
  );
}
