/**
 * Returns one chain for each import cycle in `graph`, with the first file repeated at the end. `graph` maps a file to its
 * imports.
 */
export function findCycles(graph) {
  const finished = new Set();
  const cycles = [];
  const trail = [];

  const visit = (file) => {
    if (finished.has(file)) return;
    const seenAt = trail.indexOf(file);
    if (seenAt !== -1) {
      cycles.push([...trail.slice(seenAt), file]);
      return;
    }
    trail.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    trail.pop();
    finished.add(file);
  };

  for (const file of graph.keys()) visit(file);
  return cycles;
}
