// The checks that only read the source, as command lines that Node runs: rooms, lint, types, format, unused code.

const bin = {
  eslint: 'node_modules/eslint/bin/eslint.js',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  knip: 'node_modules/knip/bin/knip.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  svelteCheck: 'node_modules/svelte-check/bin/svelte-check',
  // The compiler of version 7 takes a third of the time. ESLint and svelte-check need version 6.
  tsc: 'node_modules/typescript-native/bin/tsc',
};

// Otherwise Node warns in every test file that stripping types is experimental.
export const NODE_TEST = ['--disable-warning=ExperimentalWarning', '--test'];

/**
 * The command lines of each check, all run by Node, the longest first. A run of everything also looks at the types in
 * components.
 * @type {Record<string, (run: { isWhole: boolean }) => string[][]>}
 */
export const CHECKS = {
  rooms: () => [[...NODE_TEST, 'scripts/rooms.test.ts']],
  lint: ({ isWhole }) => [
    eslint('components', [
      '**/*.svelte',
      '--config',
      isWhole ? 'eslint.components.config.js' : 'eslint.config.js',
    ]),
    eslint('scripts', ['.', '--ignore-pattern', '**/*.svelte']),
    [bin.oxlint, '--deny-warnings'],
  ],
  // One check for each top-level room. Each has only the types that its room may use.
  types: () => [
    [bin.svelteCheck, '--tsconfig', 'web/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
    ...['shared', 'server', 'e2e', 'web/worker', '.'].map((room) => [bin.tsc, '-p', room]),
  ],
  format: () => [[bin.prettier, '--check', '.', '--cache', '--cache-location', '.cache/prettier']],
  unused: () => [[bin.knip, '--no-progress']],
};

/**
 * @param {string} name of its cache
 * @param {string[]} args files and options
 * @returns {string[]}
 */
function eslint(name, args) {
  const cache = ['--cache', '--cache-strategy', 'content', '--cache-location', `.cache/eslint/${name}`];
  return [bin.eslint, ...args, '--max-warnings', '0', ...cache];
}
