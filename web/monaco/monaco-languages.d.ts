// Monaco 0.57 has no types for the definitions of its languages.
declare module 'monaco-editor/languages/definitions/*' {
  import type { languages } from 'monaco-editor/editor';

  export const language: languages.IMonarchLanguage & {
    tokenizer: Record<string, languages.IMonarchLanguageRule[]>;
  };
}
