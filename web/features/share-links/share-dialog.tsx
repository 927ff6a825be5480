import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { sharesOfQuery } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { spelled } from '../../lib/name-parts.ts';
import type { DialogProps } from '../../state/dialog-spec.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';
import { SharesComing } from './shares-coming.tsx';
import { useKnownShares } from './use-known-shares.ts';
import { useNewShare } from './use-new-share.ts';

/** Shares of an item with the form for a new one, which is open if there are none. */
export function ShareDialog({ dialog: { item }, onClose }: DialogProps<'share'>) {
  const { t } = useTranslation();
  const {
    data: shares,
    error,
    isFetching,
    refetch,
  } = useQuery({
    ...sharesOfQuery(item),
    // The page is not notified of changes on disk, so it checks again when opened.
    refetchOnMount: 'always',
  });
  const known = useKnownShares(item);
  const making = useNewShare(item, known);
  const newLink = useRef<HTMLButtonElement>(null);
  const name = spelled(item.name) || t('shell.myFiles');
  const isForm = shares !== undefined && (making.isOpen || shares.length === 0);
  const leave = isForm && shares.length > 0 ? making.close : onClose;

  return (
    <Dialog
      title={t('shares.title', { name })}
      onClose={leave}
      onSubmit={isForm ? making.create : onClose}
      buttons={
        isForm ? (
          <>
            {/* Keys prevent React from reusing a button, which would keep its focus. */}
            <Button key="cancel" onClick={leave}>
              {t('common.cancel')}
            </Button>
            <Button key="create" type="submit" variant="primary" busy={making.isBusy}>
              {making.isBusy ? t('shares.creating') : t('shares.create')}
            </Button>
          </>
        ) : (
          <>
            {shares && (
              <Button key="new" ref={newLink} autoFocus={making.wasLeft} onClick={making.open}>
                {t('shares.newLink')}
              </Button>
            )}
            <Button key="close" type="submit">
              {t('common.close')}
            </Button>
          </>
        )
      }
    >
      {!shares && (
        <SharesComing failure={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
      {isForm && (
        <ShareForm
          item={item}
          draft={making.draft}
          failure={making.failure}
          onChange={making.change}
        />
      )}
      {shares && !isForm && (
        <ShareList
          shares={shares}
          made={making.made}
          known={known}
          onDeleted={() => newLink.current?.focus()}
        />
      )}
    </Dialog>
  );
}
