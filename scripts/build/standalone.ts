// A Vite plugin that builds a script beside the page, as one file without a hash in its name.
import { build, type Plugin } from 'vite';
import { QUIET } from './quiet.ts';

interface Standalone {
  /** The name of the file, without `.js`. */
  name: string;
  entry: string;
  /** `iife`: for a script that runs before everything after it. */
  format: 'es' | 'iife';
}

export function standalone({ name, entry, format }: Standalone): Plugin {
  return {
    name,
    apply: 'build',
    async writeBundle({ dir }) {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          ...(dir && { outDir: dir }),
          emptyOutDir: false,
          target: 'baseline-widely-available',
          lib: { entry, formats: [format], name: 'script', fileName: () => `${name}.js` },
          rolldownOptions: { checks: QUIET },
        },
      });
    },
  };
}
