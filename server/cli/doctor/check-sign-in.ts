import { constants, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { homeOfScope } from '../../access/actor.ts';
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/load-config.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import { findProgram } from '../../programs/find-program.ts';
import { may } from './check-root.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'sign-in';
const WRITABLE_BY_MANY = 0o022;

interface SignIn {
  readonly settings: StoredGlobalSettings;
  readonly auth: AuthSettings;
  readonly config: Config;
}

/** Whether the way of signing in works, and whom it lets in. */
export async function checkSignIn({ settings, auth, config }: SignIn): Promise<Finding[]> {
  return [await checkMethod({ settings, auth, config }), ...checkSignUp(settings)];
}

async function checkMethod({ settings, auth, config }: SignIn): Promise<Finding> {
  switch (settings.authMethod) {
    case 'json':
      return ok(ABOUT, auth.recaptcha === null ? 'by password' : 'by password and captcha');
    case 'noauth':
      return checkNoauth(config.listen);
    case 'proxy':
      return checkProxy(auth.header, config.trust.proxies);
    case 'hook':
      return checkHook(auth.command, config.commands.searchPath);
  }
}

function checkNoauth(listen: Config['listen']): Finding {
  const seen = 'everybody is let in without a password';
  if (listen.kind === 'tcp' && isLoopback(listen.address)) {
    return ok(ABOUT, `${seen}, from this machine only`);
  }
  const advice = 'see that only those reach it whom you mean, or config set --auth.method json';
  return warn(ABOUT, seen, advice);
}

function checkProxy(header: string, proxies: readonly string[]): Finding {
  if (header === '') {
    return bad(
      ABOUT,
      'by a proxy, and no header is named',
      'config set --auth.method proxy --auth.header X-Remote-User',
    );
  }
  if (proxies.length === 0) {
    const seen = `by the header ${header}, and no proxy is believed: nobody can sign in`;
    return bad(ABOUT, seen, 'name the address of the proxy with --trustedProxies');
  }
  return ok(ABOUT, `by the header ${header} of a proxy`);
}

/** Its first word is the program. */
async function checkHook(command: string, searchPath: readonly string[]): Promise<Finding> {
  const [name = ''] = command.trim().split(/\s+/);
  const advice = 'config set --auth.method hook --auth.command "/path/to/program"';
  const program = await pathOfHook(name, searchPath);
  if (program === undefined) {
    return bad(ABOUT, `the hook ${quoted(name)} is neither an absolute path nor found`, advice);
  }
  const found = await stat(program).catch(() => undefined);
  if (found?.isFile() !== true) return bad(ABOUT, `the hook ${program} is not there`, advice);
  if (!(await may(program, constants.X_OK))) {
    return bad(ABOUT, `the hook ${program} cannot be run by this user`, `chmod +x ${program}`);
  }
  if (isWritableByMany(found)) {
    const seen = `others than its owner may change the hook ${program}`;
    return bad(ABOUT, seen, `chmod go-w ${program}`);
  }
  return ok(ABOUT, `by the hook ${program}`);
}

async function pathOfHook(
  name: string,
  searchPath: readonly string[],
): Promise<string | undefined> {
  if (isAbsolute(name)) return name;
  const found = await findProgram(name, searchPath);
  return found.kind === 'found' ? found.program : undefined;
}

function isWritableByMany({ mode }: Stats): boolean {
  return (mode & WRITABLE_BY_MANY) !== 0;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function checkSignUp({ signup, createUserDir, defaults }: StoredGlobalSettings): Finding[] {
  if (!signup) return [];
  const isShared = !createUserDir && homeOfScope(defaults.scope) !== '/';
  const where = isShared ? `in the folder ${defaults.scope}` : 'each in a folder of their own';
  return [ok('sign-up', `is open to everybody, ${where}`)];
}
