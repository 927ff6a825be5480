import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../http/send.ts';
import { PROJECT } from '../paths.ts';

const PROXIES = join(PROJECT, 'packaging', 'proxies');
const PATH = `${process.env['PATH']}:/usr/sbin`;

/** A proxy program, and the example of its configuration in `packaging/proxies`. */
export interface ProxyProgram {
  readonly name: string;
  readonly program: string;
  /** True if the program is installed. */
  readonly isInstalled: boolean;
  /** Returns the example with these ports, and without the parts that need a certificate. */
  example(port: number, target: number): string;
  /** Returns the arguments that start the proxy with the configuration `file`, in `folder`. */
  serve(folder: string, file: string): readonly string[];
  validate(folder: string, file: string): readonly string[];
}

export const NGINX: ProxyProgram = {
  name: 'nginx',
  program: 'nginx',
  isInstalled: runs('nginx', '-v'),
  example: (port, target) =>
    withinHttp(
      readFileSync(join(PROXIES, 'nginx.conf'), 'utf8')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *(?:listen \[::\]|ssl_certificate).*$/gm, '')
        .replace('127.0.0.1:8080', `127.0.0.1:${target}`),
    ),
  serve: (folder, file) => ['-p', folder, '-c', file],
  validate: (folder, file) => ['-p', folder, '-c', file, '-t'],
};

export const CADDY: ProxyProgram = {
  name: 'Caddy',
  program: 'caddy',
  isInstalled: runs('caddy', 'version'),
  example: (port, target) => {
    const text = readFileSync(join(PROXIES, 'Caddyfile'), 'utf8')
      .replace('files.example.org {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:8080', `127.0.0.1:${target}`);
    // The administration port of Caddy is the same for all instances of a machine.
    return `{\n\tadmin off\n}\n${text}`;
  },
  serve: (_, file) => ['run', '--adapter', 'caddyfile', '--config', file],
  validate: () => ['validate', '--adapter', 'caddyfile', '--config', join(PROXIES, 'Caddyfile')],
};

/** A running proxy with a folder of its own. */
export class Proxy {
  readonly #which: ProxyProgram;
  readonly #folder: string;
  readonly #file: string;
  #process: ChildProcess | undefined;

  constructor(which: ProxyProgram, scratch: string, text: string) {
    this.#which = which;
    this.#folder = mkdtempSync(join(scratch, `${which.program}-`));
    this.#file = join(this.#folder, 'configuration');
    writeFileSync(this.#file, text);
  }

  /** Writes a file that the configuration refers to. */
  write(name: string, text: string): void {
    writeFileSync(join(this.#folder, name), text);
  }

  /** Validates the configuration. Returns the result and the messages. */
  validate(): { isValid: boolean; output: string } {
    const { program, validate } = this.#which;
    const { status, stderr } = spawnSync(program, validate(this.#folder, this.#file), {
      env: this.#env(),
    });
    return { isValid: status === 0, output: stderr.toString() };
  }

  async start(port: number): Promise<void> {
    const { program, serve } = this.#which;
    const args = serve(this.#folder, this.#file);
    const child = spawn(program, args, { env: this.#env(), stdio: 'ignore' });
    this.#process = child;
    for (let tries = 0; tries < 400 && child.exitCode === null; tries++) {
      try {
        await send(port, { path: '/health' });
        return;
      } catch {
        await sleep(50);
      }
    }
    throw new Error(`${program} does not answer`);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process?.once('exit', resolve));
    if (this.#process?.kill()) await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Returns variables that keep the program's own files in the folder. */
  #env(): Record<string, string> {
    return { PATH, HOME: this.#folder };
  }
}

/** Returns true if the program exists and accepts the argument. */
function runs(program: string, argument: string): boolean {
  return spawnSync(program, [argument], { env: { PATH } }).status === 0;
}

/** Returns an nginx configuration with this content of `http`, which keeps all files in its folder. */
export function withinHttp(http: string): string {
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr;
    events {}
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxied;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      ${http}
    }`;
}
