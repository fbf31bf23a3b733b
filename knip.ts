// Finds files, exports and dependencies that nobody uses.
import type { KnipConfig } from 'knip';

export default {
  entry: [
    // Run by pi, not imported.
    'server/companion/companion.ts',
    'server/demo/extension.ts',
    'server/setup/inside/setup-extension.ts',
    // Imported by what a plugin of the build makes.
    'web/ui/text/icon.ts',
    // Built on its own, beside the page.
    'web/worker/service-worker.ts',
    'web/frames/inside/frame-script.ts',
    'server/terminal/extension.ts',
    // Run by git and ssh.
    'server/git/ask/ask.ts',
    'scripts/*.{mjs,ts}',
    'scripts/build/*.ts',
    // Started by scripts/tool.mjs.
    'scripts/bare/bare.ts',
    'e2e/**/*.mjs',
    // Run by Playwright before the specs.
    'e2e/**/require-*.ts',
    '**/*.test.ts',
  ],
  // Declarations are read by the compiler, not imported.
  project: ['{server,web,shared,e2e,scripts}/**/*.{ts,mjs,svelte}', '!**/*.d.ts'],
  // An options type is exported for its readers, even when only its own file names it.
  exclude: ['types'],
  ignoreDependencies: [
    ...['svelte-check', 'typescript-native', 'oxlint', 'oxlint-tsgolint'],
    // Started by specs, as the server of a project.
    'typescript-language-server',
    // Of an app that a spec previews.
    ...['react', 'react-dom'],
    // server/tsconfig.json gives it other types.
    '@xterm/addon-serialize',
  ],
  playwright: {
    config: ['e2e/playwright.config.ts', 'e2e/firefox/playwright.config.ts'],
    entry: 'e2e/browser/*.spec.ts',
  },
  compilers: {
    // All imports of a component, also the dynamic ones in its template.
    svelte: (text: string) =>
      [...text.matchAll(/\bimport\s*(?:[^'"();]*\bfrom\s*)?\(?\s*['"][^'"]+['"]\s*\)?/g)]
        .map(([match]) => match)
        .join(';\n'),
  },
} satisfies KnipConfig;
