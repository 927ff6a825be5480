import { foldText } from '#contract/fold-text.ts';
import { useQuery } from '@tanstack/react-query';
import { suggestedUsersQuery } from '../../api/administration/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettled } from '../../lib/forms/use-settled.ts';
import type { FoundSetting, SettingsPage } from './settings-index.ts';

const USERS_PAGE = '/settings/users';
const PAUSE_MS = 200;
/** Maximum number of users below the settings that were found. */
const MAX_USERS = 5;

/**
 * Returns the users whose name contains the text, as results of the search; undefined while the server searches. The
 * list is empty for those who may not open the page of users.
 */
export function useFoundUsers(
  query: string,
  pages: readonly SettingsPage[],
): FoundSetting[] | undefined {
  const { t } = useTranslation();
  const page = pages.find(({ address }) => address === USERS_PAGE);
  const typed = query.trim();
  const search = useSettled(typed, PAUSE_MS);
  const isAsked = page !== undefined && typed !== '';
  const { data, error } = useQuery({
    ...suggestedUsersQuery(search),
    enabled: isAsked && search === typed,
  });
  // Settings are found without the server.
  if (!isAsked || error) return [];
  if (search !== typed || !data) return undefined;
  // The server finds users by their home, too.
  return data.items
    .filter(({ username }) => foldText(username).includes(foldText(search)))
    .slice(0, MAX_USERS)
    .map(({ id, username }) => ({
      id: `user ${id}`,
      address: `${USERS_PAGE}/${id}`,
      label: username,
      path: t(page.label),
    }));
}
