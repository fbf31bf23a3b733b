// A pi extension that sets and registers far more than any page could show. Each command floods one part of pi's interface.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';

const LONG = 'x'.repeat(10_000);
const LINES = Array<string>(600).fill('x'.repeat(1000));

export default function hostile(pi: ExtensionAPI): void {
  const flood = (name: string, act: (ui: ExtensionContext['ui'], i: number) => void, count: number): void =>
    pi.registerCommand(`flood-${name}`, {
      description: name,
      handler: async (_args, { ui }) => {
        for (let i = 0; i < count; i++) {
          act(ui, i);
          if (name !== 'statuses' && i % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
        }
      },
    });
  flood('statuses', (ui, i) => ui.setStatus(`key ${i}`, `status ${i} ${LONG.slice(0, 500)}`), 100_000);
  flood('widgets', (ui, i) => ui.setWidget(`key ${i}`, LINES.slice(0, 60)), 20_000);
  flood('titles', (ui, i) => ui.setTitle(`${i} ${LONG}`), 20_000);
  flood('notices', (ui, i) => ui.notify(`${i} ${LONG}`, 'info'), 20_000);
  flood('texts', (ui, i) => ui.setEditorText(`${i} ${LONG}`), 20_000);
  flood('dialogs', (ui, i) => void ui.confirm(`${i}`, LONG), 20_000);
  flood(
    'drawn',
    (ui, i) => ui.setWidget(`drawn ${i}`, () => ({ render: () => [LONG], invalidate: () => undefined })),
    5_000,
  );
  flood('working', (ui, i) => ui.setWorkingMessage(`${i} ${LONG}`), 20_000);
  flood('entries', (_ui, i) => pi.appendEntry(`type ${i}`, { i, LONG }), 5_000);
  pi.registerCommand('flood-clear', {
    description: 'clear',
    handler: async (_args, { ui }) => {
      for (let i = 0; i < 100_000; i++) ui.setStatus(`key ${i}`, undefined);
      for (let i = 0; i < 20_000; i++) ui.setWidget(`key ${i}`, undefined);
      for (let i = 0; i < 5000; i++) ui.setWidget(`drawn ${i}`, undefined);
    },
  });
}
