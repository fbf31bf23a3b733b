// Pictures of extensions: of tools that draw their own rows, in drawn rows, in screens and in widgets.
import { calls, says } from '../panel/scripted.ts';
import { entries, expectIdle, open, prompts, send, widgetsAbove } from './page.ts';
import { expect, test } from './panel.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mP8z8BQz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

const PICTURES = `
import { Image, Text } from '@earendil-works/pi-tui';
const PNG = '${PNG}';
const picture = () => new Image(PNG, 'image/png', { fallbackColor: (text) => text }, { maxWidthCells: 10 });
export default function (pi) {
  const tool = (name, renderResult) => pi.registerTool({
    name, label: name, description: name, parameters: { type: 'object', properties: {} },
    execute: async () => ({ content: [{ type: 'text', text: 'a picture' }, { type: 'image', mimeType: 'image/png', data: PNG }], details: {} }),
    renderCall: (_args, theme) => new Text(theme.bold(name), 0, 0),
    renderResult,
  });
  tool('shot', (_result, _options, theme) => new Text(theme.fg('success', 'taken'), 0, 0));
  pi.registerMessageRenderer('chart', picture);
  pi.registerCommand('chart', { description: 'chart', handler: async () => void pi.sendMessage({ customType: 'chart', content: 'x', display: true }) });
  pi.registerCommand('gallery', { description: 'gallery', handler: async (_args, ctx) => void (await ctx.ui.custom((_tui, _theme, _keys, done) => ({
    render: (width) => ['A gallery', ...picture().render(width), 'its end'], invalidate() {}, handleInput: () => done(),
  }))) });
  pi.registerCommand('logo', { description: 'logo', handler: async (_args, ctx) => ctx.ui.setWidget('logo', picture) });
}
`;

test.use({ panelOptions: { piArgs: ['-e', './pictures.ts'], files: { 'pictures.ts': PICTURES } } });

test('a tool that draws its own row also shows the picture that it returns, without a scroll bar', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  panel.model.queue([calls('shot', {}), says('Done.')]);
  await send(page, 'Take one.');
  await expect(prompts(page)).toContainText('Take one.');
  await expectIdle(page);
  const row = entries(page, /^Tool shot/);
  await expect(row).toContainText('taken');
  await expect(row.getByRole('img', { name: 'Image 1' })).toBeVisible();
  const bars = await row
    .locator('pre')
    .evaluateAll((all) =>
      all.map((one) => [
        one.scrollHeight > one.clientHeight + 2,
        (one as HTMLElement).offsetHeight - one.clientHeight,
      ]),
    );
  expect(bars.filter(([, bar]) => bar !== 0)).toEqual([]);
});

test('pictures of pi’s component are shown in rows, screens and widgets, on the cells left free for them', async ({
  page,
  panel,
}) => {
  await open(page, panel);
  await send(page, '/chart');
  const chart = page.getByRole('article', { name: 'chart' }).getByRole('img', { name: 'Image 1' });
  await expect(chart).toBeVisible();
  expect((await chart.boundingBox())!.width).toBeGreaterThan(50);
  await send(page, '/logo');
  await expect(widgetsAbove(page).getByRole('img', { name: 'Image 1' })).toBeVisible();
  await send(page, '/gallery');
  const gallery = page.getByRole('region', { name: /^Extension screen/ });
  const picture = gallery.getByRole('img', { name: 'Image 1' });
  await expect(picture).toBeVisible();
  const [image, first, last] = await Promise.all(
    [picture, gallery.getByText('A gallery'), gallery.getByText('its end')].map((one) => one.boundingBox()),
  );
  expect(image!.y).toBeGreaterThanOrEqual(first!.y + first!.height - 3);
  expect(image!.y + image!.height).toBeLessThanOrEqual(last!.y + 3);
});
