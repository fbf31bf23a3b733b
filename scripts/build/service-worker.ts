// A Vite plugin that builds the service worker beside the page. The worker is one file without a hash in its name,
// because browsers find a new version by its address, and its folder is what it answers for.
import { build, type Plugin } from 'vite';
import { QUIET } from './quiet.ts';

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
          rolldownOptions: { checks: QUIET },
        },
      });
    },
  };
}
