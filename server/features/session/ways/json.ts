import type { GuessThrottle } from '../../../access/guess-throttle.ts';
import type { Database } from '../../../metadata/database.ts';
import { readAuthSettings } from '../../../metadata/settings.ts';
import { countedAttempt } from './counted-attempt.ts';
import { readCredentials } from './credentials.ts';
import { requireCaptcha } from './captcha.ts';
import { checkStoredPassword } from './stored-password.ts';
import type { Way } from './way.ts';

/** Name and password as they are stored here, behind a captcha where one is configured. */
export function jsonWay(db: Database, throttle: GuessThrottle): Way {
  return async (request, signal) => {
    const credentials = await readCredentials(request);
    const guess = { throttle, address: request.address, username: credentials.username };
    return countedAttempt(guess, async () => {
      const settings = await readAuthSettings(db.read);
      await requireCaptcha(settings, credentials.recaptcha, signal);
      return checkStoredPassword(db, credentials);
    });
  };
}
