// Shows the link for a phone as a QR code in a terminal.
import type { ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import { renderUnicodeCompact } from 'uqr';
import type { PanelClient } from './panel-client.ts';
import { wrap } from './waiting-screen.ts';

const WARNING = 'Anyone with this link can run commands as you.';
const ONLY_HERE =
  'Only this machine can open this address. For a phone, put a TLS proxy such as "tailscale serve" in front, and name' +
  ' it: PI_PANEL_OPTIONS="--behind-proxy --allowed-host NAME" pi';

/** Resolves when a key is pressed. */
export async function showQr({ link, outside }: PanelClient, { ui }: ExtensionCommandContext): Promise<void> {
  const shown = outside ?? link;
  await ui.custom<undefined>((...[, theme, , done]) => ({
    render: (width) => {
      const say = (text: string): string[] => wrap(text, width).map((line) => theme.fg('muted', line));
      const code = renderUnicodeCompact(shown, { border: 2 }).split('\n');
      const fits = code.every((line) => line.length <= width);
      return [
        // Dark squares on a light ground, independent of the terminal's colors.
        ...(fits
          ? code.map((line) => `\x1b[38;2;255;255;255;48;2;0;0;0m${line}\x1b[0m`)
          : say('The terminal is too narrow for the code.')),
        ...say(shown),
        ...say(outside ? WARNING : ONLY_HERE),
        ...say('Any key closes this.'),
      ];
    },
    handleInput: () => done(undefined),
    invalidate: () => undefined,
  }));
}
