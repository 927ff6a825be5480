import type { AttemptThrottle } from '../../../access/attempt-throttle.ts';
import type { Database } from '../../../metadata/database.ts';
import { readAuthSettings } from '../../../metadata/settings.ts';
import { countedAttempt } from './counted-attempt.ts';
import { readCredentials } from './credentials.ts';
import { requireCaptcha } from './captcha.ts';
import type { LoginDurations, AuthMethodLogin } from './auth-method.ts';
import { checkStoredPassword } from './stored-password.ts';

interface Dependencies {
  readonly db: Database;
  readonly throttle: AttemptThrottle;
  readonly durations: LoginDurations;
}

/** Checks a name and password against the stored ones, after a captcha if one is configured. */
export function passwordLogin({ db, throttle, durations }: Dependencies): AuthMethodLogin {
  const { minRefusalMs, captchaTimeLimitMs } = durations;
  return async (request, signal) => {
    const credentials = await readCredentials(request);
    const { address } = request;
    const guess = { throttle, address, username: credentials.username, minRefusalMs };
    return countedAttempt(guess, async () => {
      const settings = await readAuthSettings(db.read);
      await requireCaptcha(settings, credentials.recaptcha, {
        signal,
        timeLimitMs: captchaTimeLimitMs,
      });
      return checkStoredPassword(db, credentials);
    });
  };
}
