// The agents whose pi has not yet loaded the saved changes, by their address in the API. This is not a SvelteSet,
// because the bundler would put its code into the first script.

let paths = $state.raw<readonly string[]>([]);

export const pendingReloads = {
  has: (path: string): boolean => paths.includes(path),
  add(path: string): void {
    if (!paths.includes(path)) paths = [...paths, path];
  },
  delete(path: string): void {
    if (paths.includes(path)) paths = paths.filter((one) => one !== path);
  },
};
