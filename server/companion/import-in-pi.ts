// Imports packages of the pi that runs an extension of the panel.

/** Imports a package of pi. A bundle cannot do so itself (see scripts/build/bundle-extensions.ts). */
export function importInPi(name: string): Promise<unknown> {
  const lent = globalThis as { [key: symbol]: ((name: string) => Promise<unknown>) | undefined };
  return lent[Symbol.for('pi-panel.import')]?.(name) ?? import(name);
}

/**
 * Calls `load` with the scope of pi's packages. pi 0.73.1 knows them only by their old scope, later versions by both.
 * With the new scope, 0.73.1 would find the pi that comes with the panel.
 */
export async function importByScope<T>(load: (scope: string) => Promise<T>): Promise<T> {
  try {
    return await load('@mariozechner');
  } catch {
    return load('@earendil-works');
  }
}
