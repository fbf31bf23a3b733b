// The colors of highlighted code, by the scopes of TextMate grammars. Monaco gives the same colors to the same words
// (monaco-theme.ts), so that a file looks the same in an answer, in a review and in the editor.
import { createCssVariablesTheme, type ThemeRegistration } from 'shiki/core';

const PREFIX = '--code-';

/** Shiki's own rules give types the color of functions, and plain variables that of constants. */
const RULES: Readonly<Record<string, string[]>> = {
  foreground: [
    'variable',
    'variable.parameter',
    'variable.other.object',
    'variable.other.property',
    'meta.definition.variable variable.other.constant',
    'meta.object-literal.key',
    'string.unquoted.argument.shell',
  ],
  'token-comment': ['punctuation.definition.comment'],
  'token-constant': ['constant', 'variable.other.constant', 'variable.other.enummember'],
  'token-keyword': [
    'constant.language',
    'support.type.builtin',
    'support.type.primitive',
    'variable.language',
    'variable.language.this',
  ],
  'token-punctuation': [
    'keyword.operator',
    'punctuation',
    'punctuation.definition.template-expression',
    'storage.type.function.arrow',
  ],
  'token-string': ['punctuation.definition.string'],
  'token-type': [
    'entity.name.class',
    'entity.name.type',
    'entity.other.attribute-name',
    'entity.other.inherited-class',
    'support.class',
    'support.type',
    'variable.other.class',
  ],
  'token-function': [
    'entity.name.function',
    'entity.name.tag',
    'entity.other.attribute-name.class',
    'punctuation.support.type.property-name.begin.json',
    'punctuation.support.type.property-name.end.json',
    'support.function',
    'support.type.property-name.json',
  ],
};

export function codeTheme(name: string): ThemeRegistration {
  const theme = createCssVariablesTheme({ name, variablePrefix: PREFIX });
  const rules = Object.entries(RULES).map(([token, scope]) => ({
    scope,
    settings: { foreground: `var(${PREFIX}${token})` },
  }));
  return { ...theme, tokenColors: [...(theme.tokenColors ?? []), ...rules] };
}
