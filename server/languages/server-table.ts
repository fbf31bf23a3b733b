// The language servers that the panel knows: one row a server. Where several rows are for the same purpose, the first
// whose program exists is used.

export interface ServerKind {
  id: string;
  /** Its name in node_modules/.bin or in a folder of PATH. */
  program: string;
  args: readonly string[];
  /** Languages as the protocol names them: see shared/language-of.ts. */
  languages: readonly string[];
  /** What it is for, if several servers do the same. */
  purpose?: string;
  /** Files that mark the folder to which it belongs. Without one, that is the workspace. */
  markers: readonly string[];
  /** Whether it is of no use without one of these files. */
  needsMarker?: true;
  /** The major versions of TypeScript in the project that it serves, both included. */
  typescript?: { from: number; to: number };
  options?: Record<string, unknown>;
  /** The answers to `workspace/configuration`, by section; '' for all others. */
  settings?: Record<string, unknown>;
}

const SCRIPTS = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];
const PYTHON = ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'pyrightconfig.json'];
const STDIO = ['--stdio'];

export const SERVER_KINDS: readonly ServerKind[] = [
  {
    id: 'typescript',
    program: 'typescript-language-server',
    args: STDIO,
    languages: SCRIPTS,
    purpose: 'scripts',
    markers: ['tsconfig.json', 'jsconfig.json', 'package.json'],
    // It would fetch the types of packages without asking.
    options: { disableAutomaticTypingAcquisition: true },
    // Later ones do not have the program that it runs.
    typescript: { from: 0, to: 6 },
  },
  {
    id: 'typescript-native',
    program: 'tsc',
    args: ['--lsp', ...STDIO],
    languages: SCRIPTS,
    purpose: 'scripts',
    markers: ['tsconfig.json', 'jsconfig.json', 'package.json'],
    typescript: { from: 7, to: Infinity },
  },
  {
    id: 'vtsls',
    program: 'vtsls',
    args: STDIO,
    languages: SCRIPTS,
    purpose: 'scripts',
    markers: ['tsconfig.json', 'jsconfig.json', 'package.json'],
    settings: { typescript: { disableAutomaticTypeAcquisition: true } },
  },
  { id: 'svelte', program: 'svelteserver', args: STDIO, languages: ['svelte'], markers: ['package.json'] },
  { id: 'vue', program: 'vue-language-server', args: STDIO, languages: ['vue'], markers: ['package.json'] },
  {
    id: 'eslint',
    program: 'vscode-eslint-language-server',
    args: STDIO,
    languages: [...SCRIPTS, 'svelte', 'vue'],
    markers: [
      'eslint.config.js',
      'eslint.config.mjs',
      'eslint.config.cjs',
      'eslint.config.ts',
      '.eslintrc.json',
    ],
    needsMarker: true,
    settings: {
      '': {
        ...{ validate: 'on', run: 'onType', problems: {}, rulesCustomizations: [], nodePath: null },
        ...{
          quiet: false,
          onIgnoredFiles: 'off',
          options: {},
          experimental: {},
          workingDirectory: { mode: 'auto' },
        },
        codeAction: {
          disableRuleComment: { enable: true, location: 'separateLine' },
          showDocumentation: { enable: false },
        },
      },
    },
  },
  {
    id: 'tailwind',
    program: 'tailwindcss-language-server',
    args: STDIO,
    languages: ['html', 'css', 'scss', 'svelte', 'vue', 'typescriptreact', 'javascriptreact'],
    markers: ['tailwind.config.js', 'tailwind.config.ts', 'tailwind.config.cjs', 'tailwind.config.mjs'],
    needsMarker: true,
  },
  {
    id: 'pyright',
    program: 'basedpyright-langserver',
    args: STDIO,
    languages: ['python'],
    purpose: 'python',
    markers: PYTHON,
  },
  {
    id: 'pyright',
    program: 'pyright-langserver',
    args: STDIO,
    languages: ['python'],
    purpose: 'python',
    markers: PYTHON,
  },
  { id: 'ruff', program: 'ruff', args: ['server'], languages: ['python'], markers: PYTHON },
  { id: 'gopls', program: 'gopls', args: [], languages: ['go'], markers: ['go.work', 'go.mod'] },
  { id: 'rust', program: 'rust-analyzer', args: [], languages: ['rust'], markers: ['Cargo.toml'] },
  {
    id: 'clangd',
    program: 'clangd',
    args: [],
    languages: ['c', 'cpp', 'objective-c', 'cuda-cpp'],
    markers: ['compile_commands.json', '.clangd', 'compile_flags.txt'],
  },
  {
    id: 'java',
    program: 'jdtls',
    args: [],
    languages: ['java'],
    markers: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle'],
  },
  { id: 'lua', program: 'lua-language-server', args: [], languages: ['lua'], markers: ['.luarc.json'] },
  { id: 'bash', program: 'bash-language-server', args: ['start'], languages: ['shellscript'], markers: [] },
  { id: 'yaml', program: 'yaml-language-server', args: STDIO, languages: ['yaml'], markers: [] },
  {
    id: 'json',
    program: 'vscode-json-language-server',
    args: STDIO,
    languages: ['json', 'jsonc'],
    markers: [],
    // Otherwise it would offer that only after it has started.
    options: { provideFormatter: true },
  },
];
