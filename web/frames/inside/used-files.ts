// Tells whether the document uses files of the workspace that have changed. Pure.

/** The parts of a document that name what it has loaded. */
export interface Loaded {
  baseURI: string;
  defaultView: { location: { pathname: string }; performance: Pick<Performance, 'getEntriesByType'> } | null;
}

/** `paths`: relative to the workspace; '' means that it could be any file. */
export function isUsed(paths: readonly string[], { baseURI, defaultView }: Loaded): boolean {
  if (!defaultView) return false;
  if (paths.includes('')) return true;
  const { location, performance } = defaultView;
  const own = pathOf(location.pathname);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name, baseURI).pathname);
  const used = new Set([own, ...loaded.map(pathOf)]);
  return paths.some((path) => used.has(path));
}

/** Returns the path in the workspace. In a frame below the page's own address, that follows its name. */
function pathOf(pathname: string): string {
  const path = decodeURIComponent(pathname)
    .replace(/^.*\/frames\/[0-9a-v]{52}\//s, '/')
    .slice(1);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}
