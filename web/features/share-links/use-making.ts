import type { Entry } from '#contract/files.ts';
import { useState } from 'react';
import { createShare } from '../../api/shares.ts';
import { useAttempt } from './use-attempt.ts';
import type { KnownShares } from './use-known-shares.ts';
import { EMPTY_DRAFT, type ShareDraft, wantedShare } from './wanted-share.ts';

/** A link that has been made in this dialog. */
export interface MadeShare {
  readonly hash: string;
  /** Nobody will be told again. */
  readonly password: string | undefined;
}

/** The form for a new link: what is in it, whether it is asked for, and what came of it. */
export function useMaking(item: Entry, known: KnownShares) {
  const [step, setStep] = useState<'untouched' | 'open' | 'left'>('untouched');
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [made, setMade] = useState<MadeShare>();
  const { isBusy, failure, attempt } = useAttempt();

  const create = () => {
    const wanted = wantedShare(draft);
    if (!wanted || isBusy) return;
    attempt(async () => {
      // When the answer is lost, the link may be there all the same: it is seen in the list then.
      const share = await createShare(item, wanted).catch((failure: unknown) => {
        setStep('open');
        known.readAgain();
        throw failure;
      });
      known.add(share);
      setMade({ hash: share.hash, password: wanted.password });
      setDraft(EMPTY_DRAFT);
      setStep('untouched');
    });
  };
  return {
    isOpen: step === 'open',
    /** The form was closed, and the focus has nowhere to be. */
    wasLeft: step === 'left',
    draft,
    made,
    isBusy,
    failure,
    create,
    open: () => setStep('open'),
    close: () => setStep('left'),
    change: (changed: ShareDraft) => {
      setDraft(changed);
      // Links that somebody else makes meanwhile must not take the form away.
      setStep('open');
    },
  };
}
