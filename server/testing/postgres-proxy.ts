import {
  type NetworkProxy,
  type ProxiedConnection,
  type ServerAddress,
  startNetworkProxy,
} from './network-proxy.ts';

/** A proxy between a client and a PostgreSQL server that can also cut connections at a statement. */
export interface PostgresProxy extends NetworkProxy {
  /**
   * Cuts the connection of the next statement that contains `text`: before the server receives it, or after the server has
   * answered it, without the response. With `refuse`, all connections are cut from then on and none is accepted.
   */
  cutAt(text: string, when: 'before' | 'after', options?: { readonly refuse?: boolean }): void;
  /** Number of connections that were cut at a statement. */
  readonly cuts: number;
}

interface Cut {
  readonly text: string;
  readonly when: 'before' | 'after';
  readonly refuse: boolean;
}

export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  let next: Cut | undefined;
  let cuts = 0;
  /** Connections that are cut at the next response. */
  const answering = new Map<ProxiedConnection, Cut>();
  const end = (connection: ProxiedConnection, { refuse }: Cut) => {
    if (refuse) proxy.cut();
    else connection.close();
  };
  const proxy = await startNetworkProxy(addressOf(url), (bytes, from, connection) => {
    if (from === 'server') {
      const cut = answering.get(connection);
      if (cut !== undefined) end(connection, cut);
      return cut === undefined;
    }
    if (next === undefined || !bytes.toString('latin1').includes(next.text)) return true;
    const cut = next;
    next = undefined;
    cuts += 1;
    if (cut.when === 'before') end(connection, cut);
    else answering.set(connection, cut);
    return cut.when === 'after';
  });
  const own = new URL(url);
  own.host = new URL(proxy.url).host;
  own.search = '';
  return {
    ...proxy,
    url: own.href,
    cutAt: (text, when, { refuse = false } = {}) => void (next = { text, when, refuse }),
    get cuts() {
      return cuts;
    },
  };
}

/** Returns the address of the socket that a URL names in its query, or of its host and port. */
function addressOf(url: string): ServerAddress {
  const { hostname, port, searchParams } = new URL(url);
  const number = Number(port || '5432');
  const folder = searchParams.get('host');
  return folder === null
    ? { host: hostname, port: number }
    : { path: `${folder}/.s.PGSQL.${number}` };
}
