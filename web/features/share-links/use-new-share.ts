import type { Entry } from '#contract/files.ts';
import type { NewShare } from '#contract/shares.ts';
import { useState } from 'react';
import { addressOfShare, createShare } from '../../api/shares.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useRequest } from '../../state/forms/use-request.ts';
import type { KnownShares } from './use-known-shares.ts';
import { EMPTY_DRAFT, type ShareDraft, wantedShare } from './wanted-share.ts';

/** A share that was created in this dialog. */
export interface CreatedShare {
  readonly hash: string;
  /** Shown once; the server does not return it again. */
  readonly password: string | undefined;
  /** True if the address was copied to the clipboard. */
  readonly isCopied: boolean;
}

/** State of the form for a new share, and its submission. */
export function useNewShare(item: Entry, known: KnownShares) {
  const [step, setStep] = useState<'untouched' | 'open' | 'left'>('untouched');
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [made, setMade] = useState<CreatedShare>();
  const { isBusy, failure, send } = useRequest(async (wanted: NewShare) => {
    // After a lost response the share may exist. The list then shows it.
    const share = await createShare(item, wanted).catch((refused: unknown) => {
      setStep('open');
      known.readAgain();
      throw refused;
    });
    // Some browsers allow copying only within a click. The button beside the address remains.
    const isCopied = await copyText(addressOfShare(share.hash)).then(
      () => true,
      () => false,
    );
    known.add(share);
    setMade({ hash: share.hash, password: wanted.password, isCopied });
    setDraft(EMPTY_DRAFT);
    setStep('untouched');
  });

  const create = () => {
    const wanted = wantedShare(draft);
    if (wanted) send(wanted);
  };
  return {
    isOpen: step === 'open',
    /** True after the form was closed, when no element has the focus. */
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
      // Keeps the form open when others create shares in the meantime.
      setStep('open');
    },
  };
}
