// Teaches Monaco's tokenizer of JavaScript and TypeScript what a call and a constant are, so that a file has the same
// colors in the editor as in an answer and in a review (markdown/code/code-theme.ts).
import type { languages } from 'monaco-editor/editor';
import { monaco } from './monaco-setup.ts';

const LOADERS = {
  javascript: () => import('monaco-editor/languages/definitions/javascript/javascript'),
  typescript: () => import('monaco-editor/languages/definitions/typescript/typescript'),
};

/** These rules come before Monaco's own rule for words, which would make both plain. */
const RULES: languages.IMonarchLanguageRule[] = [
  [/#?[a-z_$][\w$]*(?=\()/, { cases: { '@keywords': 'keyword', '@default': 'function' } }],
  [/[A-Z][A-Z\d]*_[A-Z\d_]*(?![\w$])/, 'constant'],
];

for (const [id, load] of Object.entries(LOADERS))
  monaco.languages.registerTokensProviderFactory(id, {
    async create() {
      const { language } = await load();
      const { common = [], ...states } = language.tokenizer;
      return { ...language, tokenizer: { ...states, common: [...RULES, ...common] } };
    },
  });
