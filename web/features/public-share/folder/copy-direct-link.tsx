import { Check, Link } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { CopyError, copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { bytesUrl, type SharedFile } from '../addresses.ts';
import type { OpenShare } from '../open-share.ts';
import styles from './download-bar.module.css';

/** Time for which success is shown, in milliseconds. */
const SHOWN_MS = 4_000;

/**
 * Copies the address of a file's bytes. In a password-protected share, the address contains the visitor's token, which
 * ends after twelve hours at most.
 */
export function CopyDirectLink({ share, file }: { share: OpenShare; file: SharedFile }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'unsupported' | 'denied'>();
  useEffect(() => {
    if (result !== 'copied') return undefined;
    const timer = window.setTimeout(() => setResult(undefined), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [result]);

  const copy = () => {
    const url = bytesUrl(share, file);
    copyText(window.location.origin + callAddress(url)).then(
      () => setResult('copied'),
      (failure: unknown) => setResult(failure instanceof CopyError ? failure.reason : 'denied'),
    );
  };
  const wordOf = (end: typeof result & string) =>
    end === 'copied' && share.token !== undefined ? 'copiedToken' : end;
  const Icon = result === 'copied' ? Check : Link;
  return (
    <>
      <Button onClick={copy}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        {t('folder.copyLink')}
      </Button>
      <span className={styles.reason} role="status">
        {result !== undefined && t(`folder.copying.${wordOf(result)}`)}
      </span>
    </>
  );
}
