// The checks that only read the source, as command lines that Node runs: rooms, lint, types, format, unused code.

const bin = {
  eslint: 'node_modules/eslint/bin/eslint.js',
  knip: 'node_modules/knip/bin/knip.js',
  prettier: 'node_modules/prettier/bin/prettier.cjs',
  svelteCheck: 'node_modules/svelte-check/bin/svelte-check',
  // The compiler of version 7 takes a third of the time. Programs that read types (ESLint, svelte-check) need version
  // 6.
  tsc: 'node_modules/typescript-native/bin/tsc',
};

// Otherwise Node warns in every test file that stripping types is experimental.
export const NODE_TEST = ['--disable-warning=ExperimentalWarning', '--test'];

/** @type {Record<string, string[][]>} the command lines of each check, all run by Node, the longest first */
export const CHECKS = {
  rooms: [[...NODE_TEST, 'scripts/rooms.test.ts']],
  // Lint runs in two halves that use different tsconfig.json files, so that neither loads the types of the other: the
  // page, and everything else including the tests of the page.
  lint: [
    ['web', '--ignore-pattern', '**/*.test.ts'],
    ['.', '--ignore-pattern', 'web/**/*.svelte', '--ignore-pattern', 'web/**/!(*.test).ts'],
  ].map((files, half) => [
    bin.eslint,
    ...files,
    ...['--max-warnings', '0', '--cache', '--cache-strategy', 'content'],
    ...['--cache-location', `.cache/eslint/${half}`],
  ]),
  // One check for each top-level room. Each has only the types that its room may use.
  types: [
    [bin.svelteCheck, '--tsconfig', 'web/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
    ...['shared', 'server', 'e2e', 'web/worker', '.'].map((room) => [bin.tsc, '-p', room]),
  ],
  format: [[bin.prettier, '--check', '.', '--cache', '--cache-location', '.cache/prettier']],
  unused: [[bin.knip, '--no-progress']],
};

// With this, the Svelte parser gives TypeScript each component in the form that it lints, so that TypeScript does not
// start over with each component: 92 s of CPU time for the page instead of 132.
export const CHECK_ENV = { SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK: '1' };
