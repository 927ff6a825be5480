import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { CopyError, copyText } from '../lib/copy-text.ts';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 2_000;

/** Copies a text and says so in its own place: a toast behind a dialog would not be seen. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  const [told, setTold] = useState<'copied' | 'unsupported' | 'denied'>();
  useEffect(() => {
    if (told === undefined) return undefined;
    const timer = setTimeout(() => setTold(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [told]);

  const copy = () => {
    copyText(text).then(
      () => setTold('copied'),
      (failure: unknown) => setTold(failure instanceof CopyError ? failure.reason : 'denied'),
    );
  };
  return (
    <IconButton
      label={told === undefined ? label : t(`common.copying.${told}`)}
      icon={told === 'copied' ? Check : Copy}
      size="small"
      onClick={copy}
    />
  );
}
