import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { LANGUAGES } from '../language/languages.ts';
import { showTexts } from '../language/text.ts';
import { demoWords } from './demo-words.ts';

afterEach(() => showTexts(null));

for (const { id, locale, load } of LANGUAGES)
  test(`the demo model has a script for every word that the page offers in ${id}`, async () => {
    const texts = await load();
    showTexts(texts && { locale, ...texts });
    const script = readFileSync(new URL(`../../server/demo/texts/${id}.ts`, import.meta.url), 'utf8');
    const words = /words: \{([^}]*)\}/.exec(script)![1]!;
    assert.equal(demoWords().size, 6);
    for (const word of demoWords().keys()) assert.ok(words.includes(`'${word}'`), word);
  });
