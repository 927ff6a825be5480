/**
 * Reply header of API and monitoring calls: the build of the page that this server delivers. A page with another build
 * (`PageConfig.Build`) is outdated and cannot load its remaining parts.
 */
export const BUILD_HEADER = 'X-Page-Build';
