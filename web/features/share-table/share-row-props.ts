import type { Share } from '#contract/shares.ts';
import type { ShareActions } from './use-share-actions.ts';
import type { ShareWords } from './use-share-words.ts';

/** Props of a row and of a card. */
export interface ShareRowProps {
  share: Share;
  /** True for shares of the current user, whose paths the user can open. */
  isOwn: boolean;
  /** Shows the user who owns the share. */
  withOwner: boolean;
  words: ShareWords;
  actions: ShareActions;
}
