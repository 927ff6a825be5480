import type { AuthMethod } from '#contract/settings.ts';
import { createAttemptThrottle, LOGIN_ATTEMPT_LIMITS } from '../../../access/attempt-throttle.ts';
import type { Administration } from '../../../administration/administration.ts';
import type { Config } from '../../../config/config.ts';
import { createPeerCheck } from '../../../http/trusted-peers.ts';
import type { CountTogether } from '../../../lib/rate-limiter.ts';
import { createHookRunner } from './hook/run-hook.ts';
import { hookLogin } from './hook/hook-login.ts';
import { passwordLogin } from './password-login.ts';
import type { LoginDurations, AuthMethodLogin } from './auth-method.ts';
import { noauthLogin } from './noauth-login.ts';
import { noauthRefusal } from './noauth-refusal.ts';
import { proxyLogin } from './proxy-login.ts';

/** Creates all auth methods. The settings select one at each login. `count`: how limits are counted together with other servers. */
export function createAuthMethods(
  administration: Administration,
  { listen, trust, programs, commands }: Pick<Config, 'listen' | 'trust' | 'programs' | 'commands'>,
  {
    durations = {},
    count,
  }: { readonly durations?: LoginDurations | undefined; readonly count?: CountTogether },
): Readonly<Record<AuthMethod, AuthMethodLogin>> {
  const { db } = administration;
  const throttle = createAttemptThrottle(undefined, LOGIN_ATTEMPT_LIMITS, count);
  const ask = createHookRunner({
    environment: programs.environment,
    searchPath: commands.searchPath,
    timeLimitMs: durations.hookTimeLimitMs,
  });
  return {
    json: passwordLogin({ db, throttle, durations }),
    noauth: noauthLogin({ db, refusalOf: noauthRefusal(listen, trust) }),
    proxy: proxyLogin({ administration, isFromProxy: createPeerCheck(trust.proxies) }),
    hook: hookLogin({ administration, throttle, ask, durations }),
  };
}
