// Runs axe on a page.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Only these rules depend on the colors. The others, which search the whole page, take three quarters of the time. */
export const RULES_OF_COLORS = ['color-contrast', 'link-in-text-block'];

interface Axe {
  run: (options: object) => Promise<AxeResults>;
}

export interface AxeReport {
  /** Each as `rule: selector`. */
  violations: string[];
  /** The rules that found nothing wrong, each with the tags of the criteria that it is about. */
  passes: { rule: string; tags: string[] }[];
}

/**
 * axe takes the color of a text from -webkit-text-fill-color, for which Chromium 153 reports the color of the page
 * although forced colors are painted.
 */
function readForcedColors(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const { getPropertyValue } = CSSStyleDeclaration.prototype;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) {
    const isForced = matchMedia('(forced-colors: active)').matches;
    return getPropertyValue.call(this, isForced && name === '-webkit-text-fill-color' ? 'color' : name);
  };
}

/** `rules`: default all. */
export async function runAxe(page: Page, rules?: readonly string[]): Promise<AxeReport> {
  // axe is not added with a script tag, because the page's Content-Security-Policy refuses that.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE);
    await page.evaluate(readForcedColors);
  }
  const { violations, passes } = await page.evaluate(
    (only) =>
      (window as unknown as { axe: Axe }).axe.run({
        resultTypes: ['violations'],
        // axe 4.14 checks WCAG 2.2 AA, 2.5.8 only if asked to.
        rules: { 'target-size': { enabled: true } },
        ...(only && { runOnly: { type: 'rule', values: only } }),
      }),
    rules,
  );
  return {
    violations: violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
    ),
    passes: passes.map(({ id, tags }) => ({ rule: id, tags })),
  };
}
