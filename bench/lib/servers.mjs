import { mkdirSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { OURS } from './goals.mjs';
import { Program } from './processes.mjs';

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {number} port
 * @property {Program} program
 * @property {Record<string, string>} headers headers of every request
 * @property {(path: string) => string} fileTarget returns the request target of a file
 * @property {(path: string) => string} folderTarget returns the request target of a listing
 */

/** Starts the built server with its defaults and logs its first administrator in. */
export async function startOurs({ entry, root, scratch, flags = [], env = process.env }) {
  const port = await freePort();
  const database = join(scratch, `filebrowser-${port}.db`);
  const args = [entry, '--root', root, '--database', database, '--port', String(port), ...flags];
  const program = new Program(process.execPath, args, { cwd: scratch, env });
  // The password of a first start is printed last; its line is complete when a blank follows.
  await program.until((output) => /password: \S+\s/.test(output));
  const password = /password: (\S+)/.exec(program.output)?.[1];
  const credentials = JSON.stringify({ username: 'admin', password });
  const token = await logIn(port, credentials);
  return {
    name: OURS,
    port,
    program,
    credentials,
    database,
    headers: { 'X-Auth': token },
    fileTarget: (path) => `/api/raw${path}`,
    folderTarget: (path) => `/api/resources${path}`,
  };
}

/** Starts a further server of a cluster. */
export async function startMember({ entry, scratch, flags, env }) {
  const port = await freePort();
  const args = [entry, '--port', String(port), ...flags];
  const program = new Program(process.execPath, args, { cwd: scratch, env });
  await program.until(() => isListening(port));
  return { port, program };
}

export async function logIn(port, credentials) {
  const url = `http://127.0.0.1:${port}/api/login`;
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(url, { method: 'POST', body: credentials, headers });
  if (!reply.ok) throw new Error(`login: ${reply.status}`);
  return reply.text();
}

const USERS_PASSWORD = 'Bench-passw0rd-of-many-letters';

/**
 * Creates a user whose scope is the whole root on a server of `startOurs`. Resolves with the headers of the user's requests.
 */
export async function addUser({ port, headers, credentials }, username) {
  const perm = Object.fromEntries(
    ['create', 'rename', 'modify', 'delete', 'share', 'download'].map((name) => [name, true]),
  );
  const data = { username, password: USERS_PASSWORD, scope: '/', locale: 'en', perm };
  const { password } = JSON.parse(credentials);
  const reply = await fetch(`http://127.0.0.1:${port}/api/users`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ what: 'user', which: [], current_password: password, data }),
  });
  if (!reply.ok) throw new Error(`creating a user: ${reply.status}`);
  const token = await logIn(port, JSON.stringify({ username, password: USERS_PASSWORD }));
  return { headers: { 'X-Auth': token } };
}

export async function startNginx({ root, scratch }) {
  const port = await freePort();
  const folder = join(scratch, `nginx-${port}`);
  mkdirSync(folder);
  const config = join(folder, 'nginx.conf');
  // Partial uploads are beside the target, so that publishing is a rename, as in our server.
  writeFileSync(config, nginxConfig({ port, root, folder, parts: `${root}/.nginx-parts` }));
  const program = new Program('nginx', ['-c', config, '-e', join(folder, 'error.log')]);
  await program.until(() => isListening(port));
  return {
    name: 'nginx',
    port,
    program,
    headers: {},
    fileTarget: (path) => path,
    folderTarget: (path) => `${path}/`,
  };
}

function nginxConfig({ port, root, folder, parts }) {
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `
daemon off; worker_processes 2; pid ${folder}/pid; ${user}
events { worker_connections 4096; }
http {
  access_log off; sendfile on; keepalive_requests 1000000000; keepalive_timeout 300s;
  client_max_body_size 0; client_body_temp_path ${parts};
  proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / { root ${root}; autoindex on; autoindex_format json; dav_methods PUT; }
  }
}
`;
}

/** Starts copyparty from the PATH or from the given command. */
export async function startCopyparty({ command, root, scratch }) {
  const port = await freePort();
  const args = ['-i', '127.0.0.1', '-p', String(port), '-q', '-a', 'bench:bench-bench'];
  const program = new Program(command, [...args, '-v', `${root}::r,bench`], {
    cwd: scratch,
    env: { PATH: process.env.PATH, HOME: scratch, XDG_CONFIG_HOME: scratch },
  });
  await program.until(() => isListening(port));
  return {
    name: 'copyparty',
    port,
    program,
    headers: { PW: 'bench-bench' },
    fileTarget: (path) => path,
    folderTarget: (path) => `${path}/?ls`,
  };
}

export async function startDufs({ command, root, scratch }) {
  const port = await freePort();
  const args = [
    '-b',
    '127.0.0.1',
    '-p',
    String(port),
    '-a',
    'bench:bench@/:rw',
    '--log-format',
    '',
  ];
  const program = new Program(command, [...args, root], { cwd: scratch });
  await program.until(() => isListening(port));
  return {
    name: 'dufs',
    port,
    program,
    headers: { Authorization: `Basic ${Buffer.from('bench:bench').toString('base64')}` },
    fileTarget: (path) => path,
    folderTarget: (path) => `${path}/?json`,
  };
}

/** Starts `rclone serve webdav` on a prefix of a bucket, without a log-in. */
export async function startRclone({ command, scratch, store, bucket }) {
  const port = await freePort();
  const { accessKeyId, secretAccessKey } = store.credentials;
  const config = join(scratch, 'rclone.conf');
  const remote = {
    type: 's3',
    provider: 'Other',
    endpoint: store.endpoint,
    region: 'us-east-1',
    force_path_style: 'true',
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
  };
  const lines = Object.entries(remote).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(config, `[store]\n${lines.join('')}`);
  const args = ['serve', 'webdav', `store:${bucket}/rclone`, '--config', config];
  const program = new Program(command, [...args, '--addr', `127.0.0.1:${port}`], { cwd: scratch });
  await program.until(() => isListening(port));
  return { name: 'rclone', port, program, headers: {}, fileTarget: (path) => path };
}

/** Pipes each response of a server to the client. */
const PIPE_SCRIPT = `
const http = require('node:http');
const [port, targetPort] = process.argv.slice(1).map(Number);
const agent = new http.Agent({ keepAlive: true });
http.createServer(({ url, headers }, response) => {
  http.get({ port: targetPort, path: url, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
}).listen(port);
`;

/** Starts the least that a server in Node does in front of another one. */
export async function startPipe(targetPort) {
  const port = await freePort();
  const args = ['-e', PIPE_SCRIPT, String(port), String(targetPort)];
  const program = new Program(process.execPath, args);
  await program.until(() => isListening(port));
  return { name: 'node:http pipe', port, program, headers: {} };
}

/** Starts `native/receive.c`, which writes each request body to one file. */
export async function startReceiver({ program: command, file }) {
  const port = await freePort();
  const program = new Program(command, [String(port), file]);
  await program.until(() => isListening(port));
  return { name: 'recv+write', port, program, headers: {} };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns true if a process listens on the port. Sends no request, because a minimal server may handle only one at a time. */
async function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
