// Adds the rules that need types to those for components. TypeScript looks at each component on its own here, which takes
// two minutes for all of them, so only `npm test -- lint` and runs of everything use this.
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import config from './eslint.config.js';

// With this, the parser gives TypeScript each component in the form that it lints, so that TypeScript does not start over
// with each component: 92 s of CPU time instead of 132.
process.env.SVELTE_ESLINT_PARSER_EXPERIMENTAL_TS_SYS_HOOK = '1';

export default defineConfig(config, {
  files: ['**/*.svelte'],
  languageOptions: {
    parserOptions: {
      projectService: true,
      extraFileExtensions: ['.svelte'],
      tsconfigRootDir: import.meta.dirname,
    },
  },
  rules: {
    ...ts.configs.recommendedTypeCheckedOnly.at(-1)?.rules,
    // An interface's method may be async without anything to await.
    '@typescript-eslint/require-await': 'off',
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    '@typescript-eslint/prefer-readonly': 'error',
    // ESLint sees every imported component as `any`; svelte-check, which sees its real type, checks these uses.
    ...Object.fromEntries(
      ['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [
        `@typescript-eslint/no-unsafe-${use}`,
        'off',
      ]),
    ),
  },
});
