// Writes docs/accessibility.md: the conformance table, with what the run has measured.
import type { AxeReport } from './axe.ts';
import { CRITERIA, type Criterion } from './criteria.ts';

export interface StateResult extends AxeReport {
  state: string;
  locale: string;
  colors: string;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  'en-GB': 'English',
  'zh-CN': 'Chinese',
  'ja-JP': 'Japanese',
};

export function accessibilityDocument(results: readonly StateResult[], browser: string): string {
  const states = [...new Set(results.map(({ state }) => state))];
  const locales = [...new Set(results.map(({ locale }) => locale))];
  const violations = results.flatMap(({ violations }) => violations);
  return `# Accessibility

The page aims at WCAG 2.2, levels A and AA. This document is written by \`npm run accessibility\`, which visits
${states.length} states of the page in ${joined(locales.map((locale) => LANGUAGES[locale] ?? locale))}, and runs axe-core
on each in light, dark and forced colors (Chromium ${browser}).

**Result: ${results.length} checks, ${violations.length} violations.**

${states.map((state) => `- ${state}`).join('\n')}

## Conformance

"axe" counts the rules of axe that cover the criterion and found something to check. "test" names a browser spec
(\`e2e/browser\`) that covers it. "no test" means that the row is the authors' own assessment, which no test checks.

| criterion | level | conforms | how | checked by |
| --- | --- | --- | --- | --- |
${CRITERIA.map((criterion) => row(criterion, results)).join('\n')}
`;
}

function row({ id, name, level, conforms, how, test }: Criterion, results: readonly StateResult[]): string {
  const tag = `wcag${id.replaceAll('.', '')}`;
  const rules = new Set(
    results.flatMap(({ passes }) => passes.filter(({ tags }) => tags.includes(tag)).map(({ rule }) => rule)),
  );
  const checked = [
    rules.size > 0 && `axe (${rules.size} ${rules.size === 1 ? 'rule' : 'rules'})`,
    test && `test: ${test}`,
  ].filter(Boolean);
  return `| ${id} ${name} | ${level} | ${conforms} | ${how} | ${checked.join(', ') || 'no test'} |`;
}

const joined = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(words);
