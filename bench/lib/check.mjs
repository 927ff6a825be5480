import { createHash } from 'node:crypto';

const PIECES = 64;

/** Throws unless the response has exactly these bytes. */
export async function checkSha256(server, path, expected) {
  const reply = await ask(server, server.fileTarget(path));
  const hash = createHash('sha256');
  for await (const piece of reply.body) hash.update(piece);
  if (hash.digest('hex') !== expected) throw new Error(`${server.name} sends wrong bytes`);
}

/** Throws unless the listing names exactly these files with their sizes, and nothing else. */
export async function checkListing(server, path, expected) {
  const reply = await (await ask(server, server.folderTarget(path))).json();
  const rows = Array.isArray(reply) ? reply : (reply.items ?? reply.files ?? reply.paths);
  const found = new Map(rows.map((row) => [nameOf(row), row.size ?? row.sz]));
  if (found.size !== expected.size) {
    throw new Error(`${server.name} lists ${found.size} entries of ${expected.size}`);
  }
  for (const [name, size] of expected) {
    if (found.get(name) !== size) throw new Error(`${server.name} lists ${name} with a wrong size`);
  }
}

/** Throws unless the downloads of these files have the same bytes as on the disk. */
export async function checkSome(server, files) {
  const step = Math.max(1, Math.floor(files.length / PIECES));
  for (let index = 0; index < files.length; index += step) {
    await checkSha256(server, files[index].path, files[index].sha256());
  }
}

async function ask(server, target) {
  const reply = await fetch(`http://127.0.0.1:${server.port}${target}`, {
    headers: server.headers,
  });
  if (!reply.ok) throw new Error(`${server.name} answers ${reply.status} to ${target}`);
  return reply;
}

function nameOf({ name, href }) {
  return name ?? decodeURIComponent(href);
}
