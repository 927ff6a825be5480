// Ends with 0 when the server of this container answers, or waits to take over, wherever its configuration has it listen.
import { existsSync, readFileSync } from 'node:fs';
import { request as plain } from 'node:http';
import { request as encrypted } from 'node:https';

const FILE = '/config/settings.json';
const stored = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};
const said = (name, variable) => process.env[variable] || stored[name];

const isEncrypted = Boolean(said('cert', 'FB_CERT'));
const request = isEncrypted ? encrypted : plain;
const base = String(said('baseURL', 'FB_BASE_URL') ?? '').replace(/\/+$/, '');
const socketPath = said('socket', 'FB_SOCKET') || undefined;
const port = Number(said('port', 'FB_PORT') || 80);

const where = socketPath === undefined ? { host: '127.0.0.1', port } : { socketPath };
const options = { ...where, path: `${base}/health`, timeout: 8_000, rejectUnauthorized: false };
request(options, (reply) => {
  let text = '';
  reply.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  reply.on('end', () => {
    process.exit(reply.statusCode === 200 || text.includes('"STANDBY"') ? 0 : 1);
  });
})
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
