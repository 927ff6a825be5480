import { LOGO_TYPES, MAX_LOGO_BYTES } from '#contract/logo.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { logoQuery, removeLogo, uploadLogo } from '../../api/administration/logo.ts';
import { forgetPictures } from '../../api/page-config.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { Button } from '../../ui/button.tsx';
import styles from './logo-field.module.css';

/** The logo, which is replaced at once, without "Save". */
export function LogoField({ logo }: { logo: string }) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { data } = useQuery(logoQuery);
  const { upload, remove, busy, problem } = useLogo();
  const hints = [t('global.logoHint')];
  if (data?.source === 'folder') hints.unshift(t('global.logoInFolder'));
  return (
    <fieldset className={styles.field} aria-describedby={id}>
      <legend className={styles.label}>{t('global.logo')}</legend>
      <div className={styles.line}>
        <img className={styles.logo} src={logo} alt="" width={48} height={48} />
        <Button busy={busy} onClick={() => input.current?.click()}>
          {t('global.logoUpload')}
        </Button>
        {data?.isUploaded === true && (
          <Button variant="quiet" disabled={busy} onClick={remove}>
            {t('global.logoRemove')}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          accept={LOGO_TYPES.join(',')}
          aria-label={t('global.logo')}
          onChange={({ target }) => {
            const [image] = target.files ?? [];
            if (image) upload(image);
            // The same file can be chosen again after it was changed.
            target.value = '';
          }}
        />
      </div>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <p id={id} className={styles.hint}>
        {hints.join(' ')}
      </p>
    </fieldset>
  );
}

/** Uploads or removes the logo, and shows the new one in this page. */
function useLogo() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isUnfit, setIsUnfit] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (image: Blob | undefined) => (image ? uploadLogo(image) : removeLogo()),
    onSuccess: async () => {
      forgetPictures();
      toasts.getState().show('success', t('global.logoChanged'));
      await queries.invalidateQueries({ queryKey: logoQuery.queryKey });
    },
  });
  const isRefused = isUnfit || statusOf(error) === 400 || statusOf(error) === 413;
  const failure = error === null ? undefined : failureText(t, error);
  return {
    busy: isPending,
    problem: isRefused ? t('global.logoProblem') : failure,
    upload(image: File): void {
      // The server determines the type by the contents. Systems do not know the type of every file.
      const isImage = image.type === '' || LOGO_TYPES.some((type) => type === image.type);
      const isFit = isImage && image.size <= MAX_LOGO_BYTES;
      setIsUnfit(!isFit);
      if (isFit) mutate(image);
      else reset();
    },
    remove(): void {
      setIsUnfit(false);
      mutate(undefined);
    },
  };
}

function statusOf(error: Error | null): unknown {
  return error !== null && 'status' in error ? error.status : undefined;
}
