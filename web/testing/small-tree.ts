import { aFolder, anEntry, type FakeCall, type FakeReply, type FakeServer } from './fake-server.ts';

/** A tree of the fake server in which entries can be copied and moved. */
export class SmallTree {
  readonly #entries = new Map<string, { readonly isDir: boolean }>();
  readonly #server: FakeServer;
  /** Every requested copy and move: source, destination and options. */
  readonly transfers: string[] = [];

  /** Creates the tree from paths; those of folders end with a slash. */
  constructor(server: FakeServer, paths: readonly string[]) {
    this.#server = server;
    this.#entries.set('', { isDir: true });
    for (const path of paths) this.add(path);
    this.#serveFolders();
  }

  /** Adds an entry, as another user would. */
  add(path: string): void {
    this.#entries.set(path.replace(/\/$/, ''), { isDir: path.endsWith('/') });
    this.#serveFolders();
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  #serveFolders(): void {
    for (const [path, { isDir }] of this.#entries) {
      const address = path.split('/').map(encodeURIComponent).join('/');
      if (isDir) {
        this.#server.on('GET', `/api/resources${address}/`, () => ({ json: this.#list(path) }));
        this.#server.on('GET', `/api/usage${address}/`, { json: { used: 0, total: 0 } });
      }
      this.#server.on('PATCH', `/api/resources${address}`, (call) => this.#transfer(path, call));
    }
  }

  #list(folder: string) {
    const items = [...this.#entries]
      .filter(([path]) => path !== '' && path.slice(0, path.lastIndexOf('/')) === folder)
      .map(([path, { isDir }]) => anEntry(path, { isDir }));
    return aFolder(`${folder}/`, items);
  }

  #transfer(from: string, { url }: FakeCall): FakeReply {
    const query = new URL(url, 'http://localhost').searchParams;
    const asked = decodeURIComponent(query.get('destination') ?? '');
    const how = ['override', 'rename'].filter((flag) => query.get(flag) === 'true');
    this.transfers.push([query.get('action'), from, asked, ...how].join(' '));
    const isTaken = this.#entries.has(asked);
    if (isTaken && how.length === 0) return { status: 409, text: '409 Conflict\n' };
    const to = isTaken && how.includes('rename') ? `${asked}(1)` : asked;
    this.#entries.set(to, this.#entries.get(from) ?? { isDir: false });
    if (query.get('action') === 'rename') this.#entries.delete(from);
    return { text: '200 OK\n', headers: { 'Content-Location': `/api/resources${to}` } };
  }
}
