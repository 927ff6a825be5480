import { Eye, EyeOff } from 'lucide-react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './icon-button.tsx';

/** Button in a password field that shows or hides the text. */
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
