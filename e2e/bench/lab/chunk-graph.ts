// The static imports of a Vite build.

/** The part of Vite's manifest.json that is used here. */
export type Manifest = Record<string, { file: string; name?: string; isEntry?: boolean; imports?: string[] }>;

/**
 * Returns the JavaScript files that a browser must have before the entry runs: the entry and all that it imports
 * statically, through any number of chunks. Throws if there is not exactly one entry. `lazy`: the sources of lazy
 * chunks that the browser needs as well.
 */
export function staticClosure(manifest: Manifest, lazy: readonly string[] = []): string[] {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  if (entries.length !== 1) throw new Error(`The build has ${entries.length} entries instead of one.`);
  const reached = new Set<string>();
  const visit = (key: string): void => {
    if (reached.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The manifest names no chunk ${key}.`);
    reached.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const key of [...entries, ...lazy]) visit(key);
  return [...reached].map((key) => manifest[key]!.file).filter((file) => file.endsWith('.js'));
}
