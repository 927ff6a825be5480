/**
 * Returns the optional packages that an entry of package-lock.json names and that have no entry of their own. npm writes such a
 * lock silently when the registry lacks a platform's binary, and `npm ci` then refuses it.
 */
export function lockGaps(lock) {
  const present = new Set(Object.keys(lock.packages));
  return Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isReachable(present, path, name))
      .map(
        (name) => `${path === '' ? 'package.json' : path} names ${name}, which has no lock entry`,
      ),
  );
}

/** Returns whether Node finds a package: in the package's own node_modules, or in that of a parent folder. */
function isReachable(present, path, name) {
  for (let folder = path; ; folder = parentPackage(folder)) {
    if (present.has(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)) {
      return true;
    }
    if (folder === '') return false;
  }
}

function parentPackage(path) {
  const cut = path.lastIndexOf('/node_modules/');
  return cut === -1 ? '' : path.slice(0, cut);
}
