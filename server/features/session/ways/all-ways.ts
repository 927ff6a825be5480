import type { AuthMethod } from '#contract/settings.ts';
import { createGuessThrottle } from '../../../access/guess-throttle.ts';
import type { Administration } from '../../../administration/administration.ts';
import type { Config } from '../../../config/config.ts';
import { createPeerCheck } from '../../../http/trusted-peers.ts';
import { createHooks } from './hook/ask-hook.ts';
import { hookWay } from './hook/hook.ts';
import { jsonWay } from './json.ts';
import type { LoginDurations } from './login-durations.ts';
import { noauthWay } from './noauth.ts';
import { refusalWithoutPassword } from './open-to-all.ts';
import { proxyWay } from './proxy.ts';
import type { Way } from './way.ts';

/** Every way to sign in; the settings say at each sign-in which of them it is. */
export function createWays(
  administration: Administration,
  { listen, trust, programs, commands }: Pick<Config, 'listen' | 'trust' | 'programs' | 'commands'>,
  durations: LoginDurations = {},
): Readonly<Record<AuthMethod, Way>> {
  const { db } = administration;
  const throttle = createGuessThrottle();
  const ask = createHooks({
    environment: programs.environment,
    searchPath: commands.searchPath,
    timeLimitMs: durations.hookTimeLimitMs,
  });
  return {
    json: jsonWay({ db, throttle, durations }),
    noauth: noauthWay({ db, refusalOf: refusalWithoutPassword(listen, trust) }),
    proxy: proxyWay({ administration, isFromProxy: createPeerCheck(trust.proxies) }),
    hook: hookWay({ administration, throttle, ask, durations }),
  };
}
