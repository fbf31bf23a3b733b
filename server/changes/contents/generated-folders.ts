// Tells ignored folders that people fill from those that tools fill and can fill again: dependencies, results of builds,
// caches. In the latter, nothing is recorded.
import { readdir } from 'node:fs/promises';
import path from 'node:path';

const NAMES = new Set(
  `node_modules bower_components jspm_packages .yarn .pnpm-store .npm
  venv .venv virtualenv site-packages __pycache__ .tox .nox .eggs .pytest_cache .mypy_cache .ruff_cache .ipynb_checkpoints
  target build dist out bin obj lib-cov _build cmake-build-debug cmake-build-release dist-newstyle .stack-work
  .next .nuxt .output .svelte-kit .astro .angular .vite .parcel-cache .turbo .nx .docusaurus .expo .vercel .netlify
  .cache .ccache .sass-cache .gradle .m2 .kotlin .dart_tool .bundle .cargo .zig-cache zig-cache zig-out .bloop .metals
  vendor Pods Carthage DerivedData .build elm-stuff deps .elixir_ls .terraform .serverless .aws-sam cdk.out
  coverage .nyc_output htmlcov .vs tmp temp`.split(/\s+/),
);

export function isGeneratedFolder(name: string): boolean {
  return NAMES.has(name);
}

/**
 * Whether the folder and those in it have at most this many entries. Generated folders in it do not count. One that
 * cannot be read has none.
 */
export async function hasFewEntries(folder: string, most: number): Promise<boolean> {
  let room = most;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop())
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      if ((room -= 1) < 0) return false;
      const isInner = entry.isDirectory() && !isGeneratedFolder(entry.name) && entry.name !== '.git';
      if (isInner) folders.push(path.join(next, entry.name));
    }
  return true;
}
