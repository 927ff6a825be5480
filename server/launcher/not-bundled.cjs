// Takes the place of packages in the bundle that Fastify and its plugins name but that this server never calls: compilers of schemas,
// requests without a connection, and the search for files of the page. They would be half of the code that a start compiles.
'use strict';

function notBundled() {
  throw new Error('a package is used that scripts/lib/bundle-server.mjs leaves out');
}

module.exports = notBundled;
module.exports.glob = notBundled;
