import type { Share } from '#contract/shares.ts';
import type { ShareVerbs } from './use-share-verbs.ts';
import type { ShareWords } from './use-share-words.ts';

/** What a row and a card are given. */
export interface ShareRowProps {
  share: Share;
  /** Of the user who looks: its path means the same to them. */
  isOwn: boolean;
  withOwner: boolean;
  words: ShareWords;
  verbs: ShareVerbs;
}
