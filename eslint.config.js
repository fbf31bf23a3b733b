// The rules that need no types. Those that do are in .oxlintrc.json for .ts files, and in eslint.components.config.js.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';

const htmlStrings = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc'].map((name) => ({
  selector: `MemberExpression[property.name='${name}']`,
  message: 'No HTML string reaches the DOM: make tokens, and components of tokens.',
}));

const privateWords = [
  {
    selector: '[accessibility=/private|public/]:not(MethodDefinition[kind="constructor"])',
    message: 'A member is public, or its name begins with #.',
  },
  { selector: 'TSParameterProperty', message: 'Node cannot strip a parameter property: declare a field.' },
];

const FROM_START = 'CallExpression[callee.property.name=/^(slice|substring)$/][arguments.0.value=0]';
const cuts = [
  `TemplateLiteral:has(TemplateElement[value.raw=/^ ?…/]) ${FROM_START}`,
  `${FROM_START} > Identifier.arguments[name=/^(MAX|LONGEST)_(.*_)?(CHARS|TEXT|TITLE|NAME|LABEL|TARGET|LENGTH|LINE)$/]`,
].map((selector) => ({
  selector,
  message: 'A text that is shown is cut between characters as a reader counts them: use cutText.',
}));

const comparisons = {
  selector:
    "CallExpression[callee.property.name='includes'][callee.object.callee.property.name='toLowerCase']",
  message: 'Letters may be stored in two ways: use hasText or hasWords of shared/folded.ts.',
};

const USES_BEFORE = 'Program:has(ImportSpecifier[imported.name=/^before(Each)?$/])';
const CERTAIN_END =
  'CallExpression > MemberExpression.callee[property.name=/^(close|kill|stop)$/][optional=false]';

/**
 * A selector for this would look into each statement of each test again and again, which is half of the time of ESLint.
 * @type {import('eslint').Rule.RuleModule}
 */
const endOfProgram = {
  meta: {
    messages: { late: 'Register the end of a program in the next statement, or start it with startProgram.' },
  },
  create: (context) => ({
    "VariableDeclaration:has(> VariableDeclarator[init.callee.name='spawn'])": (
      /** @type {any} */ declaration,
    ) => {
      /** @type {import('eslint').Rule.Node[]} */
      const statements = declaration.parent.body ?? [];
      const next = statements[statements.indexOf(declaration) + 1];
      if (next && !/(?:\.after|\bafterTest)\(/.test(context.sourceCode.getText(next)))
        context.report({ node: next, messageId: 'late' });
    },
  }),
};

export default defineConfig(
  globalIgnores(['dist/', '.cache/', 'test-results/', 'playwright-report/', '**/fixtures/**']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [ts.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // One dialect: interfaces, #private fields, callbacks as properties, the shorter of two forms.
      '@typescript-eslint/consistent-type-definitions': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/method-signature-style': 'error',
      'arrow-body-style': 'error',
      'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
      'no-else-return': 'error',
      'no-lonely-if': 'error',
      'object-shorthand': 'error',
      'prefer-arrow-callback': 'error',
      'prefer-template': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'max-params': ['error', 3],
      'no-console': 'error',
      'no-restricted-syntax': ['error', ...htmlStrings, ...privateWords, ...cuts, comparisons],
    },
  },
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser } },
    rules: {
      'svelte/no-at-html-tags': 'error',
      'svelte/require-each-key': 'error',
      'svelte/no-target-blank': 'error',
      // State here is replaced whole ($state.raw); a Map or Set beside it is bookkeeping that nobody watches.
      'svelte/prefer-svelte-reactivity': 'off',
      // It asks for the type of every word in a template, a sixth of the time of ESLint, to find a store; there is none.
      'svelte/require-store-reactive-access': 'off',
      'no-restricted-imports': [
        'error',
        { name: 'svelte/store', message: 'State is in classes with runes.' },
      ],
      // Assigning to a $bindable or to state read elsewhere looks useless to the plain rule.
      'no-useless-assignment': 'off',
    },
  },
  { files: ['web/**/*.ts'], languageOptions: { globals: globals.browser } },
  {
    // Only web/lib/storage/persisted.ts reads stored values, and checks them.
    files: ['web/**/*.{ts,svelte}'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-globals': ['error', 'localStorage', 'sessionStorage'] },
  },
  {
    // Over plain http to another machine it does not exist. A service worker never runs there.
    files: ['web/**/*.{ts,svelte}'],
    ignores: ['web/worker/**', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'crypto', property: 'randomUUID', message: 'Use randomId of web/lib/browser.' },
      ],
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/lib/thread.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'node:worker_threads',
          allowTypeImports: true,
          message: 'Use server/lib/thread.ts: Node posts messages of its own to the port of a worker.',
        },
      ],
    },
  },
  { files: ['server/**/*.ts', 'e2e/**'], languageOptions: { globals: globals.node } },
  {
    // The exceptions start the agent and other panels, whose environment is the user's.
    files: ['server/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      'server/lib/programs.ts',
      'server/agent/process/launch.ts',
      // It starts what an extension of pi starts, as that extension says.
      'server/companion/drawn/lent-terminal.ts',
      'server/remote/start-in-background.ts',
      'server/terminal/find-panel.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        ...['node:child_process', 'child_process'].map((name) => ({
          name,
          message: 'Start programs with server/lib/programs.ts, so that their output has no colors.',
          allowTypeImports: true,
        })),
      ],
    },
  },
  {
    files: ['scripts/**', 'bin/**', '*.config.{js,ts}', '**/*.test.ts'],
    languageOptions: { globals: globals.node },
  },
  {
    // A failure between the start of a program and the registration of its end would leave it running.
    files: ['**/*.test.ts'],
    plugins: { tests: { rules: { 'end-of-program': endOfProgram } } },
    rules: {
      'tests/end-of-program': 'error',
      'no-restricted-syntax': [
        'error',
        ...htmlStrings,
        ...privateWords,
        {
          selector: `${USES_BEFORE} CallExpression[callee.name=/^after(Each)?$/] ${CERTAIN_END}`,
          message: 'If `before` fails, this is not there: end it with ?.',
        },
      ],
    },
  },
  {
    // The command line speaks through the console; so do scripts.
    files: ['scripts/**', 'bin/**', 'server/main.ts', 'e2e/**'],
    rules: { 'no-console': 'off' },
  },
);
