import { Check, Copy } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import type { useCopying } from '../../ui/use-copying.ts';

/** Button that copies the address of a share. */
export function CopyLink({
  address,
  copying: { copy, isCopied },
  focus,
  isPrimary,
}: {
  address: string;
  copying: ReturnType<typeof useCopying>;
  /** Initial focus: `now` for a new share, `first` for the first one of a list. */
  focus: 'now' | 'first' | undefined;
  isPrimary: boolean;
}) {
  const { t } = useTranslation();
  return (
    <Button
      variant={isPrimary ? 'primary' : 'plain'}
      autoFocus={focus !== undefined}
      data-focus-first={focus === 'first' ? true : undefined}
      onClick={() => copy(address)}
    >
      {isCopied(address) ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      {isCopied(address) ? t('common.copying.copied') : t('shares.copyLink')}
    </Button>
  );
}
