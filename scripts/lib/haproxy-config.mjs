// Configuration of HAProxy for tests and benchmarks: the one of packaging/cluster, on ports of this machine.
import { readFileSync } from 'node:fs';

const EXAMPLE = new URL('../../packaging/cluster/haproxy.cfg', import.meta.url);

/** The PATH of an ordinary user does not lead to servers. */
export const HAPROXY_ENVIRONMENT = { PATH: `${process.env.PATH}:/usr/sbin` };

/** Returns the configuration for listening at `port` of 127.0.0.1, in front of one to three servers at the ports `served`. */
export function haproxyConfig(port, served) {
  const left = [...served];
  return readFileSync(EXAMPLE, 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace(/^ {2}server (\w+) filebrowser-\w+:80(.*)$/gm, (_, name, rest) => {
      const own = left.shift();
      return own === undefined ? '' : `  server ${name} 127.0.0.1:${own}${rest}`;
    });
}
