import type { AuthMethod } from '#contract/settings.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { AuthSettings } from '../../metadata/setting-documents.ts';
import type { Options } from '../option-values.ts';

const DEFAULT_CAPTCHA_HOST = 'https://www.google.com';

/** What each way of signing in cannot do without. It is typed with its way, also when it is stored already. */
const NEEDED: Readonly<Partial<Record<AuthMethod, string>>> = {
  proxy: 'auth.header',
  hook: 'auth.command',
};

/** What was typed over what is stored; a way of signing in that lacks what it needs is a StartupError. */
export function authSettingsOf(options: Options, stored: AuthSettings): AuthSettings {
  requireWhatIsNeeded(options);
  const header = options.get('auth.header') ?? stored.header;
  if (!/^[\w!#$%&'*+.^`|~-]*$/.test(header)) {
    throw new StartupError(`flag --auth.header has to be the name of a header, not "${header}"`);
  }
  return {
    header,
    command: options.get('auth.command') ?? stored.command,
    recaptcha: recaptchaOf(options, stored.recaptcha),
  };
}

function requireWhatIsNeeded(options: Options): void {
  const method = options.get('auth.method');
  const needed = Object.entries(NEEDED).find(([way]) => way === method)?.[1];
  if (needed !== undefined && (options.get(needed) ?? '') === '') {
    throw new StartupError(`flag --auth.method ${method} needs --${needed} as well`);
  }
}

function recaptchaOf(
  options: Options,
  stored: AuthSettings['recaptcha'],
): AuthSettings['recaptcha'] {
  const key = options.get('recaptcha.key') ?? stored?.key ?? '';
  const secret = options.get('recaptcha.secret') ?? stored?.secret ?? '';
  const host = options.get('recaptcha.host') ?? stored?.host ?? DEFAULT_CAPTCHA_HOST;
  if (!/^https?:\/\/[^/?#]+\/?$/.test(host) || !URL.canParse(host)) {
    throw new StartupError(`flag --recaptcha.host has to be an address such as https://host`);
  }
  if (options.get('recaptcha.key') === '') return null;
  if (key === '' && secret === '') return stored;
  if (secret === '')
    throw new StartupError('flag --recaptcha.key needs --recaptcha.secret as well');
  if (key === '') throw new StartupError('flag --recaptcha.secret needs --recaptcha.key as well');
  return { host: host.replace(/\/$/, ''), key, secret };
}
