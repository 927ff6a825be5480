import { providePrograms } from './debian-programs.mjs';

/** By program: the Debian package that brings it. */
const PACKAGES = { nginx: 'nginx', caddy: 'caddy', 'systemd-analyze': 'systemd' };

/** Programs that judge the files of packaging/, and the proxies that run with them; the names of those that are missing. */
export function providePackagingTools() {
  return providePrograms(PACKAGES, 'the tests of the proxies and the unit');
}
