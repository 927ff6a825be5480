import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { Waiting } from '../../waiting.tsx';
import { DocumentFailure } from '../document/document-failure.tsx';
import type { ViewerProps } from '../viewer.ts';
import { openPdf, type PdfOpening } from './open-pdf.ts';
import { PdfPages } from './pdf-pages.tsx';
import styles from './pdf.module.css';

/** A PDF drawn by pdf.js. */
export function PdfReader({ file, onUnshowable }: Pick<ViewerProps, 'file' | 'onUnshowable'>) {
  const { t } = useTranslation();
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState<PdfOpening>({ status: 'loading' });
  useEffect(() => openPdf(file.path, setOpening), [file.path, attempt]);
  const isBroken = opening.status === 'broken';
  useEffect(() => {
    if (isBroken) onUnshowable(t('preview.brokenPdf'));
  }, [isBroken, onUnshowable, t]);

  switch (opening.status) {
    case 'loading':
    case 'broken':
      return <Waiting />;
    case 'locked':
      return <PasswordForm wasWrong={opening.wasWrong} onPassword={opening.unlock} />;
    case 'open':
      return <PdfPages pdf={opening.pdf} label={t('preview.contentsOf', { name: file.name })} />;
    case 'failed':
      return (
        <DocumentFailure
          failure={opening.failure}
          onRetry={() => {
            setOpening({ status: 'loading' });
            setAttempt(attempt + 1);
          }}
        />
      );
  }
}

function PasswordForm({
  wasWrong,
  onPassword,
}: {
  wasWrong: boolean;
  onPassword(password: string): void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form className={styles.password} onSubmit={submit}>
      <p>{t('preview.pdfPasswordNeeded')}</p>
      <TextField
        label={t('preview.pdfPassword')}
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        error={wasWrong ? t('preview.pdfPasswordWrong') : undefined}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button type="submit" variant="primary">
        {t('preview.pdfOpen')}
      </Button>
    </form>
  );
}
