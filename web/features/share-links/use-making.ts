import type { Entry } from '#contract/files.ts';
import type { NewShare } from '#contract/shares.ts';
import { useState } from 'react';
import { createShare } from '../../api/shares.ts';
import { useRequest } from '../../state/forms/use-request.ts';
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
  const { isBusy, failure, send } = useRequest(async (wanted: NewShare) => {
    // When the reply is lost, the share may exist all the same. Then the list shows it.
    const share = await createShare(item, wanted).catch((refused: unknown) => {
      setStep('open');
      known.readAgain();
      throw refused;
    });
    known.add(share);
    setMade({ hash: share.hash, password: wanted.password });
    setDraft(EMPTY_DRAFT);
    setStep('untouched');
  });

  const create = () => {
    const wanted = wantedShare(draft);
    if (wanted) send(wanted);
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
