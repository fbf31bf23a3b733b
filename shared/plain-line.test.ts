import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLine, promptTitle } from './plain-line.ts';

test('the marks of Markdown are left out, and what only looks like them stays', () => {
  const lines: [string, string][] = [
    ['**Done**: see `a_b*c` and [the file](src/x.ts).', 'Done: see a_b*c and the file.'],
    ['1. **Fix `x` now** and *then* ~~not~~ __rest__', '1. Fix x now and then not rest'],
    ['> - [x] It _works_', 'It works'],
    ['### Summary', 'Summary'],
    ['snake_case_name, 2 * 3 * 4 and a**b**c', 'snake_case_name, 2 * 3 * 4 and a**b**c'],
    ['not \\*marked\\*', 'not *marked*'],
    ['🎉', '🎉'],
    ['', ''],
  ];
  for (const [line, plain] of lines) assert.equal(plainLine(line), plain);
});

test('the title of a prompt is its first sentence, without marks', () => {
  const titles: [string, string][] = [
    ['The discount test fails. Please fix `total` and check the rounding.', 'The discount test fails'],
    ['## Fix `src/a.js` now\n\nIt throws.', 'Fix src/a.js now'],
    ['Why? Since when does it fail? Find out.', 'Why? Since when does it fail?'],
    ['テストが失敗する原因を調べてください。それから直して。', 'テストが失敗する原因を調べてください'],
    ['---\n\n> # Plan\nFirst this.', 'Plan'],
    ['<task>\nFix **it**\n</task>', 'Fix it'],
    ['```ts\nlet a = 1;\n```\nWhy?', 'let a = 1;'],
    ['Use pi 0.87.1 and e.g. node', 'Use pi 0.87.1 and e.g. node'],
    ['', ''],
  ];
  for (const [prompt, title] of titles) assert.equal(promptTitle(prompt), title);
});

test('a title leaves out greetings and courtesies, but not the words of the request', () => {
  const titles: [string, string][] = [
    ['Hi, could you please rename the constant a in src/app.ts?', 'Rename the constant a in src/app.ts'],
    ['Hey there! Can you fix the tests? They fail on CI.', 'Fix the tests'],
    ['please add a dark theme, thanks!', 'Add a dark theme'],
    ['I’d like you to explain parse.ts for me', 'Explain parse.ts'],
    ["OK, let's move the server to Hono.", 'Move the server to Hono'],
    ['Could you look at src/a.ts? It throws.', 'Look at src/a.ts'],
    ['can you src/a.ts', 'src/a.ts'],
    ['你好，请修复登录页面', '修复登录页面'],
    ['すみません、テストを直して', 'テストを直して'],
    ['Hello - please fix it', 'Fix it'],
    ['Hey... thanks, fix it', 'Fix it'],
    // Words that only look like courtesies.
    ['Hi-fi sounds are missing', 'Hi-fi sounds are missing'],
    ['Hello.java does not compile', 'Hello.java does not compile'],
    ['ok.ts fails', 'ok.ts fails'],
    ['OK button does nothing', 'OK button does nothing'],
    ['Thanks for the file, read it', 'Thanks for the file, read it'],
    ['Hello world in Rust', 'Hello world in Rust'],
    ['Hidden files are missing', 'Hidden files are missing'],
    ['Can you fix it or not', 'Fix it or not'],
    ['Pleased to see that it works', 'Pleased to see that it works'],
    ['Helloworld does not compile', 'Helloworld does not compile'],
    ['Can your code be faster?', 'Can your code be faster?'],
    // Nothing else is left.
    ['Hi', 'Hi'],
    ['Hello there', 'Hello there'],
    ['Hello there!', 'Hello there!'],
    ['Hey there?', 'Hey there?'],
    ['hey pi', 'hey pi'],
    ['Hi, good morning', 'Hi, good morning'],
    ['ok, thanks', 'ok, thanks'],
    ['Hello, world!', 'Hello, world!'],
    ['thanks', 'thanks'],
    ['Could you please?', 'Could you please?'],
    ['你好', '你好'],
  ];
  for (const [prompt, title] of titles) assert.equal(promptTitle(prompt), title);
});
