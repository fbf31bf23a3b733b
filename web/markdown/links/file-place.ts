// Recognizes text that names a place in a file of the workspace, such as `src/app.ts:12`. This is a guess from the text
// alone, so the file may not exist.

export interface FilePlace {
  path: string;
  /** 1-based. */
  line?: number;
}

const PLACE =
  /^(?<path>[^\s:*?"'<>|`$\\(){}[\],;=#]+)(?::(?<line>\d{1,6})(?:[:-]\d{1,6})?|#L(?<hash>\d{1,6})(?:-L?\d+)?)?$/;
const EXTENSION = /^[^.].*\.[A-Za-z][A-Za-z0-9]{0,9}$/;
/** A name without a folder counts as a file only with one of these extensions, because `foo.bar` is more often code. */
export const FILE_ENDING =
  /\.(?:[cm]?[jt]sx?|jsonc?|md|mdx|py|rb|rs|go|java|kts?|swift|c|h|cc|cpp|hpp|cs|php|sh|bash|zsh|fish|ya?ml|toml|ini|cfg|conf|lock|txt|csv|sql|html?|css|scss|less|svelte|vue|xml|svg|png|jpe?g|gif|webp|gradle|proto|lua|exs?|erl|hs|zig|nix|tf|patch|diff)$/i;
const WHOLE_NAMES =
  /^(?:Dockerfile|Makefile|LICENSE|README|Gemfile|Rakefile|Procfile|\.env|\.[a-z]+(?:rc|ignore))$/;
/** Product names that look like files. */
const PRODUCTS =
  /^(?:node|next|vue|nuxt|react|three|d3|express|deno|bun|chart|socket|backbone|ember|alpine)\.js$/i;

/** Returns null unless the text is plausibly a path in `workspace`. Absolute paths become relative to it. */
export function parseFilePlace(text: string, workspace: string): FilePlace | null {
  const groups = PLACE.exec(text)?.groups;
  if (!groups?.path) return null;
  const path = relative(groups.path, workspace);
  if (path === null || !looksLikeFile(path)) return null;
  const line = groups.line ?? groups.hash;
  return line ? { path, line: Number(line) } : { path };
}

function relative(path: string, workspace: string): string | null {
  const inside = path.startsWith(`${workspace}/`) ? path.slice(workspace.length + 1) : path;
  const plain = inside.replace(/^(?:\.\/)+/, '');
  if (plain.startsWith('/') || plain.startsWith('~') || plain.includes('//')) return null;
  return plain.split('/').includes('..') ? null : plain;
}

function looksLikeFile(path: string): boolean {
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  if (WHOLE_NAMES.test(name)) return true;
  if (PRODUCTS.test(path) || !EXTENSION.test(name)) return false;
  // `example.org/a.b` and `user/1.2.x` are not paths of a project.
  return FILE_ENDING.test(name) || (folders.length > 0 && !folders[0]!.includes('.'));
}
