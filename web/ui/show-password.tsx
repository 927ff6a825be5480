import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './icon-button.tsx';

/** At the end of a password's field: shows what has been typed, and hides it again. */
export function ShowPassword({
  isShown,
  onChange,
}: {
  isShown: boolean;
  onChange(isShown: boolean): void;
}) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={isShown ? t('common.hidePassword') : t('common.showPassword')}
      icon={isShown ? EyeOff : Eye}
      size="small"
      onClick={() => onChange(!isShown)}
    />
  );
}
