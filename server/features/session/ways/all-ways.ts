import type { AuthMethod } from '#contract/settings.ts';
import { createGuessThrottle } from '../../../access/guess-throttle.ts';
import type { Administration } from '../../../administration/administration.ts';
import type { Config } from '../../../config/config.ts';
import { createPeerCheck } from '../../../http/trusted-peers.ts';
import { createHooks } from './hook/ask-hook.ts';
import { hookWay } from './hook/hook.ts';
import { jsonWay } from './json.ts';
import { noauthWay } from './noauth.ts';
import { refusalWithoutPassword } from './open-to-all.ts';
import { proxyWay } from './proxy.ts';
import type { Way } from './way.ts';

/** Every way to sign in; the settings say at each sign-in which of them it is. */
export function createWays(
  administration: Administration,
  { listen, trust, programs }: Pick<Config, 'listen' | 'trust' | 'programs'>,
): Readonly<Record<AuthMethod, Way>> {
  const { db } = administration;
  const throttle = createGuessThrottle();
  return {
    json: jsonWay(db, throttle),
    noauth: noauthWay({ db, refusalOf: refusalWithoutPassword(listen, trust) }),
    proxy: proxyWay({ administration, isFromProxy: createPeerCheck(trust.proxies) }),
    hook: hookWay({ administration, throttle, ask: createHooks(programs.environment) }),
  };
}
