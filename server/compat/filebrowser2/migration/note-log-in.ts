import { isAbsolute } from 'node:path';
import { isLoopback } from '../../../config/load-config.ts';
import { readValues } from '../../../config/read-values.ts';
import { fromStored } from '../../../config/sources.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../../metadata/setting-documents.ts';
import type { ServerSettings } from '../../../metadata/settings.ts';
import type { Notes } from './migration-notes.ts';

const ABOUT = 'sign-in';

interface LegacyAuth {
  readonly settings: Pick<StoredGlobalSettings, 'authMethod'>;
  readonly server: ServerSettings;
  readonly auth: AuthSettings;
}

/** What the way of signing in needs here that it did not need there. */
export function noteLogIn({ settings, server, auth }: LegacyAuth, notes: Notes): void {
  const { values } = readValues(fromStored(server));
  switch (settings.authMethod) {
    case 'json':
      return;
    case 'noauth':
      if (isLoopback(values.address) || values.allowRemoteNoauth) return;
      return notes.decide(
        ABOUT,
        'nobody is asked for a password, and other machines reach the server: it starts with --allowRemoteNoauth only',
      );
    case 'proxy':
      if (values.trustedProxies.length > 0) return;
      return notes.decide(
        ABOUT,
        'a proxy says who signs in; nobody can until --trustedProxies names its address',
      );
    case 'hook': {
      const [program = ''] = auth.command.trim().split(/\s+/);
      if (isAbsolute(program) || !program.includes('/')) return;
      return notes.decide(
        ABOUT,
        `the command ${auth.command} has to begin with an absolute path or the name of a program; nobody can sign in before it does: config set --auth.method hook --auth.command`,
      );
    }
  }
}
