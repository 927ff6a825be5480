/**
 * On the answers of calls, and of what a monitor asks for: which build of the page this server hands out. A page that was built
 * otherwise (`PageConfig.Build`) is of another version, and does not find its later parts any more.
 */
export const BUILD_HEADER = 'X-Page-Build';
