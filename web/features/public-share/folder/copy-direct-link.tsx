import { Check, Link } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { CopyError, copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/button.tsx';
import { bytesUrl, type SharedFile } from '../addresses.ts';
import type { OpenShare } from '../open-share.ts';
import styles from './download-bar.module.css';

const TOLD_MS = 4_000;

/** Copies the address of a file's bytes. Explains that password-protected shares have none. */
export function CopyDirectLink({ link, file }: { link: OpenShare; file: SharedFile }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<'copied' | 'unsupported' | 'denied'>();
  useEffect(() => {
    if (result !== 'copied') return undefined;
    const timer = window.setTimeout(() => setResult(undefined), TOLD_MS);
    return () => window.clearTimeout(timer);
  }, [result]);

  if (link.token !== undefined) return <p className={styles.reason}>{t('folder.noDirectLink')}</p>;
  const copy = () => {
    // Without the token, which must not be passed on.
    const url = bytesUrl({ hash: link.hash, token: undefined }, file);
    copyText(window.location.origin + callAddress(url)).then(
      () => setResult('copied'),
      (failure: unknown) => setResult(failure instanceof CopyError ? failure.reason : 'denied'),
    );
  };
  const Icon = result === 'copied' ? Check : Link;
  return (
    <>
      <Button onClick={copy}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        {t('folder.copyLink')}
      </Button>
      <span className={styles.reason} role="status">
        {result !== undefined && t(`folder.copying.${result}`)}
      </span>
    </>
  );
}
