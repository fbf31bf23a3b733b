// Finds the panel's own extensions, which pi loads. Unless pi's temporary folder has a compiled copy, pi compiles an
// extension in TypeScript, which takes 0.5 s of CPU time for the first two (in pi 0.73.1 to 1.5.2). So the build
// bundles each as JavaScript.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isBuilt } from './lib/built.ts';
import { ROOT } from './lib/root.ts';

export type PiExtension = 'companion' | 'demo' | 'setup' | 'terminal';

export const EXTENSION_SOURCES: Record<PiExtension, string> = {
  companion: fileURLToPath(new URL('companion/companion.ts', import.meta.url)),
  demo: fileURLToPath(new URL('demo/extension.ts', import.meta.url)),
  setup: fileURLToPath(new URL('setup/inside/setup-extension.ts', import.meta.url)),
  terminal: fileURLToPath(new URL('terminal/extension.ts', import.meta.url)),
};

/**
 * The places where the build puts an extension: the file that pi loads, the code that this file loads, and the list of
 * inputs.
 */
export function bundlePlace(
  name: PiExtension,
  root = ROOT,
): { bundle: string; code: string; inputs: string } {
  const folder = path.join(root, 'dist', 'pi', name);
  return {
    bundle: path.join(folder, 'index.ts'),
    code: path.join(folder, 'index.cjs'),
    inputs: path.join(folder, 'inputs.json'),
  };
}

/** Returns the file for `pi -e`: the bundle, or the source if the bundle is missing or older. */
export function extensionFile(name: PiExtension, root = ROOT): string {
  const { bundle, inputs } = bundlePlace(name, root);
  return isBuilt(inputs, root) ? bundle : EXTENSION_SOURCES[name];
}
