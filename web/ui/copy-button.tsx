import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { CopyError, copyText } from '../lib/copy-text.ts';
import { IconButton } from './icon-button.tsx';

/** Time for which the result is shown, in milliseconds. */
const SHOWN_MS = 2_000;

/** Copies a text and confirms it in place, because a dialog would cover a toast. */
export function CopyButton({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'unsupported' | 'denied'>();
  useEffect(() => {
    if (result === undefined) return undefined;
    const timer = setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = () => {
    copyText(text).then(
      () => setResult('copied'),
      (failure: unknown) => setResult(failure instanceof CopyError ? failure.reason : 'denied'),
    );
  };
  return (
    <IconButton
      label={result === undefined ? label : t(`common.copying.${result}`)}
      icon={result === 'copied' ? Check : Copy}
      size="small"
      onClick={copy}
    />
  );
}
