import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import type { HomeChoice } from './home-choice.ts';
import { homeOf } from './home-of.ts';

export function HomeField({ username, home }: { username: string; home: HomeChoice }) {
  const { t } = useTranslation();
  return (
    <CheckboxField
      label={t('users.home')}
      hint={hint()}
      checked={home.isMade}
      onChange={(isMade) => home.choose(isMade)}
    />
  );

  function hint(): string {
    if (username.trim() === '') return t('users.homeNeedsName');
    const path = homeOf(home.base, username);
    return path === undefined
      ? t('users.homeNotPossible')
      : t('users.homeAt', { path: isolatePath(path) });
  }
}
