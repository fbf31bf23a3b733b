// A Vite plugin that builds the service worker beside the page. Its name is not hashed and it is one file: browsers find
// a new version of it by its address, and its folder is what it answers for.
import { build, type Plugin } from 'vite';

export function serviceWorker(entry: string): Plugin {
  return {
    name: 'service-worker',
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
          lib: { entry, formats: ['es'], fileName: () => 'service-worker.js' },
        },
      });
    },
  };
}
