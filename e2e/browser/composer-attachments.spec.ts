// Attachments of a message: images, files, long pastes.
import { plainText } from '../../shared/view/history.ts';
import { says } from '../panel/scripted.ts';
import { attachedImages, button, composer, conversation, files, open, image, prompts, send } from './page.ts';
import { expect, test } from './panel.ts';

test('images are attached, removed, sent and shown', async ({ page, panel }) => {
  panel.model.queue([says('I see a dot.')]);
  await open(page, panel);
  const pictures = attachedImages(page).getByRole('listitem');
  await page.getByLabel('Files to attach').setInputFiles(['a.png', 'b.png'].map(image));
  await expect(pictures).toHaveCount(2);
  await page.getByRole('button', { name: 'Remove b.png' }).click();
  await expect(pictures).toHaveCount(1);
  await page.reload();
  await expect(pictures).toHaveCount(1);
  await send(page, 'what is this?');
  await expect(conversation(page)).toContainText('I see a dot.');
  await expect(prompts(page).getByRole('img')).toBeVisible();
  await expect(pictures).toHaveCount(0);
});

test('a picture that is damaged is refused with its name, and the others are attached', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const whole = image('whole.png');
  const damaged = [
    { ...whole, name: 'empty.png', buffer: Buffer.alloc(0) },
    { ...whole, name: 'text.png', buffer: Buffer.from('not a picture') },
    { ...whole, name: 'cut.png', buffer: whole.buffer.subarray(0, 40) },
    { ...whole, name: 'cut.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('ffd8ffe000104a464946', 'hex') },
  ];
  await page.getByLabel('Files to attach').setInputFiles([whole, ...damaged]);
  for (const { name } of damaged)
    await expect(page.getByText(`${name} cannot be read: it may be damaged.`)).toBeVisible();
  await expect(attachedImages(page).getByRole('listitem')).toHaveCount(1);
});

test.describe('with files', () => {
  test.use({ panelOptions: { files: { 'src/clock.ts': 'export {};\n' } } });

  test('a folder and a file dragged from the tree are mentioned at the caret', async ({ page, panel }) => {
    await open(page, panel);
    await composer(page).fill('compare with this');
    await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(7, 7));
    const item = (name: string) => files(page).getByRole('treeitem', { name, exact: true });
    await item('src').dragTo(composer(page));
    await expect(composer(page)).toHaveValue('compare @src/ with this');
    await item('src').click();
    await item('clock.ts').dragTo(conversation(page));
    await expect(composer(page)).toHaveValue('compare @src/ @src/clock.ts with this');
  });
});

test('a long paste and a text file are chips that can be read, edited and removed, and are sent in full', async ({
  page,
  panel,
}) => {
  panel.model.queue([says('Read.')]);
  await open(page, panel);
  const chips = page.getByRole('list', { name: 'Attached texts' }).getByRole('listitem');
  const log = Array.from({ length: 5000 }, (_, n) => `line ${n + 1}`).join('\n');
  await composer(page).fill('what is wrong?');
  await composer(page).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, log);
  await expect(chips).toHaveText(/Pasted 5,000 lines/);
  const file = (name: string, content: string) => ({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content, 'latin1'),
  });
  const input = page.getByLabel('Files to attach');
  await input.setInputFiles([file('notes.md', '# Notes'), file('gone.txt', 'x'), file('a.bin', '\0\xff')]);
  await expect(page.getByText(/^a\.bin is neither text nor/)).toBeVisible();
  await button(page, 'Remove gone.txt').click();
  await page.reload();
  await expect(chips).toHaveText([/Pasted 5,000 lines/, /notes\.md/]);
  await chips
    .last()
    .getByRole('button', { name: /^notes/ })
    .click();
  await page.getByRole('textbox', { name: 'notes.md' }).fill('# Better notes');
  await button(page, 'Done').click();
  await composer(page).press('Enter');
  await expect(conversation(page)).toContainText('Read.');
  await expect(chips).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
  const [message] = (await panel.storedMessages()).filter(({ role }) => role === 'user');
  const text = message?.role === 'user' ? plainText(message.content) : '';
  expect(text).toBe(`what is wrong?\n\n${log}\n\nnotes.md:\n\`\`\`\n# Better notes\n\`\`\``);
});

test('an image can be sent without text', async ({ page, panel }) => {
  panel.model.queue([says('A dot.')]);
  await open(page, panel);
  await page.getByLabel('Files to attach').setInputFiles(image());
  await button(page, 'Send').click();
  await expect(conversation(page)).toContainText('A dot.');
  await expect(prompts(page).getByRole('img')).toBeVisible();
  await expect(attachedImages(page).getByRole('listitem')).toHaveCount(0);
});

test('Ctrl+G opens the whole draft in a large editor, pasted texts included, and nothing typed is lost', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  const message = composer(page);
  await message.fill('Look at this:');
  const paste = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n');
  await message.evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, paste);
  const chip = page.getByRole('button', { name: /^Pasted 40 lines/ });
  await expect(chip).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Edit the message' });
  const monaco = dialog.locator('.monaco-editor .view-lines');
  await message.press('Control+g');
  await expect(monaco).toContainText('line 39');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(chip).toBeVisible();
  await expect(message).toHaveValue('Look at this:');

  await message.press('Control+g');
  await expect(monaco).toContainText('line 39');
  await monaco.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and more');
  await expect(monaco).toContainText('and more');
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(message).toBeFocused();
  await expect(message).toHaveValue(`Look at this:\n\n${paste} and more`);
  await expect(chip).toBeHidden();
});
