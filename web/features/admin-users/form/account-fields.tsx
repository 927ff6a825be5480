import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { FieldGroup } from '../../../ui/form/field-group.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { wholeScope } from '#contract/whole-scope.ts';
import type { HomeChoice } from './home-choice.ts';
import { homeOf } from './home-of.ts';
import { PasswordField } from './password-field.tsx';
import type { UserFormProps } from './user-form-props.ts';

/** Name, password and scope of a user. */
export function AccountFields(props: UserFormProps) {
  const { fields, refusal, isOwn, home, invitation, onChange } = props;
  const { t } = useTranslation();
  const keep = isOwn ? t('users.passwordKeepOwn') : t('users.passwordKeep');
  const { MinimumPasswordLength: count } = pageConfig();
  const { password: passwordError } = refusal.fields;
  // An error of a new password says the same as the hint.
  const hint = passwordError === undefined ? t('form.passwordHint', { count }) : undefined;
  return (
    <FieldGroup title={t('users.account')} isTitleHidden={home === undefined}>
      <TextField
        label={t('users.username')}
        value={fields.username}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus={home !== undefined}
        error={refusal.fields.username}
        onChange={({ target }) => onChange({ username: target.value })}
      />
      {!invitation?.isWanted && (
        <PasswordField
          password={fields.password}
          hint={home ? hint : keep}
          error={passwordError}
          onChange={(password) => onChange({ password })}
        />
      )}
      {invitation && (
        <CheckboxField
          label={t('users.invite')}
          hint={t('users.inviteHint')}
          checked={invitation.isWanted}
          onChange={(isWanted) => invitation.choose(isWanted)}
        />
      )}
      <CheckboxField
        label={t('users.lockPassword')}
        hint={t('users.lockPasswordHint')}
        disabledBecause={fields.perm.admin ? t('users.lockPasswordAdmin') : undefined}
        checked={fields.lockPassword}
        onChange={(lockPassword) => onChange({ lockPassword })}
      />
      {home && <HomeField username={fields.username} home={home} />}
      <TextField
        label={t('users.scope')}
        dir="ltr"
        value={fields.scope}
        placeholder={home?.isMade === true ? homePath(home, fields.username) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        disabled={home?.isMade === true}
        hint={home?.isMade === true ? t('users.scopeHome') : t('users.scopeHint')}
        error={refusal.fields.scope}
        onChange={({ target }) => onChange({ scope: target.value })}
      />
    </FieldGroup>
  );
}

/** Returns the path of the home folder that will be created. */
function homePath({ base }: HomeChoice, username: string): string {
  if (username.trim() === '') return `${wholeScope(base).replace(/\/$/, '')}/…`;
  return homeOf(base, username) ?? '';
}

function HomeField({ username, home }: { username: string; home: HomeChoice }) {
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
