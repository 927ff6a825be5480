import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HAPROXY_ENVIRONMENT, haproxyConfig } from '../../scripts/lib/haproxy-config.mjs';
import { startEngines } from '../lib/engines.mjs';
import { fileName } from '../lib/fixtures.mjs';
import { atLeast, OURS } from '../lib/goals.mjs';
import { Program } from '../lib/processes.mjs';
import { freePort, logIn, startMember, startOurs } from '../lib/servers.mjs';

const FILES = 100;
const KIB = 1024;
const CONNECTIONS = 64;
const SECONDS = 5;
const ONE = 'one server';

export const cluster = {
  name: 'cluster',
  about: `three servers behind HAProxy on PostgreSQL and object storage, against one: listings of ${FILES} entries and downloads of 4 KiB over ${CONNECTIONS} connections. Client, HAProxy, PostgreSQL and the store share the cores with the servers`,
  metrics: [
    { name: 'listings', unit: '/s', goal: atLeast(2, ONE) },
    { name: 'listings, CPU of the servers', unit: 'us' },
    { name: 'listings, p99', unit: 'ms' },
    { name: '4 KiB', unit: '/s', goal: atLeast(2, ONE) },
    { name: '4 KiB, CPU of the servers', unit: 'us' },
    { name: '4 KiB, p99', unit: 'ms' },
  ],

  async prepare(bench) {
    const { entry } = bench;
    const scratch = bench.folder('cluster');
    const { flags, env } = await startEngines(bench);
    const first = await bench.started(
      startOurs({ entry, root: scratch, scratch, flags: ['--cluster', ...flags], env }),
    );
    await fill(first);
    const servers = [first];
    while (servers.length < 3) {
      servers.push(
        await bench.started(startMember({ entry, scratch, flags: ['--cluster', ...flags], env })),
      );
    }
    const ports = servers.map(({ port }) => port);
    const one = await behindHaproxy(bench, first, ports.slice(0, 1));
    const three = await behindHaproxy(bench, first, ports);
    const programs = servers.map(({ program }) => program);
    return [
      { name: OURS, measure: () => measure(bench.load, three, programs) },
      { name: ONE, measure: () => measure(bench.load, one, programs) },
    ];
  },
};

/** Uploads the files. */
async function fill({ port, headers }) {
  for (let index = 0; index < FILES; index += 1) {
    const url = `http://127.0.0.1:${port}/api/resources/files/${fileName(index)}`;
    const body = randomBytes(4 * KIB);
    const { ok, status } = await fetch(url, { method: 'POST', headers, body });
    if (!ok) throw new Error(`upload: ${status}`);
  }
}

/** Starts HAProxy in front of servers. Returns it as a contender. */
async function behindHaproxy(bench, server, ports) {
  const port = await freePort();
  const file = join(bench.folder(`haproxy-${port}`), 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(port, ports));
  const program = new Program('haproxy', ['-f', file, '-db'], { env: HAPROXY_ENVIRONMENT });
  await bench.started({ program });
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await program.until(isUp);
  await logIn(port, server.credentials);
  return { ...server, port };
}

async function measure(load, server, programs) {
  const { headers } = server;
  const target = server.folderTarget('/files/');
  const listings = Array.from({ length: CONNECTIONS }, () => [{ target, headers, status: 200 }]);
  const downloads = Array.from({ length: FILES }, (_, index) => [
    {
      target: server.fileTarget(`/files/${fileName(index)}`),
      headers,
      status: 200,
      replyBytes: 4 * KIB,
    },
  ]);
  return {
    ...(await figuresOf(load, server, { name: 'listings', units: listings, programs })),
    ...(await figuresOf(load, server, { name: '4 KiB', units: downloads, programs })),
  };
}

async function figuresOf(load, { port }, { name, units, programs }) {
  const cpu = () => programs.reduce((sum, program) => sum + program.cpuSeconds(), 0);
  const before = cpu();
  const seen = await load.run(port, {
    connections: CONNECTIONS,
    batch: load.batch(units),
    seconds: SECONDS,
  });
  return {
    [name]: seen.requests / seen.seconds,
    [`${name}, CPU of the servers`]: ((cpu() - before) / seen.requests) * 1e6,
    [`${name}, p99`]: seen.p99,
  };
}
