// Links whose text is another address, and characters that reorder text, in an answer.
import { says } from '../panel/scripted.ts';
import { expect, test } from './panel.ts';
import { answers, open, send } from './page.ts';

test('S-44, S-47: a link shows where it leads, and what follows a reordering character stays in order', async ({
  page,
  panel,
}) => {
  panel.model.queue([
    says(
      [
        'Sign in at [https://github.com/login](https://evil.test/login), see [the page](https://docs.test/a).',
        'The file \u202egpj.exe is a picture, and so is &#x202e;gnp.exe at the end.',
        'A link [\u2067שלום](https://he.test/) stays before 123 and this.',
      ].join('\n\n'),
    ),
  ]);
  await open(page, panel);
  await send(page, 'go');
  const answer = answers(page).last();
  await expect(answer).toContainText('https://github.com/login (https://evil.test/login), see the page.');
  await expect(answer).toContainText(
    'The file \ufffdgpj.exe is a picture, and so is \ufffdgnp.exe at the end.',
  );
  const link = answer.getByRole('link', { name: 'שלום' });
  await expect(link).toHaveCSS('unicode-bidi', 'isolate');
  const [before, after] = await Promise.all([
    link.boundingBox(),
    answer.getByText('stays before 123').evaluate((paragraph) => {
      const text = [...paragraph.childNodes].find((node) => node.textContent?.includes('stays'))!;
      const range = document.createRange();
      range.selectNodeContents(text);
      return range.getBoundingClientRect().x;
    }),
  ]);
  expect(after).toBeGreaterThan(before!.x);
});
