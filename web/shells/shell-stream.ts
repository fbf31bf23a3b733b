// Reads the stream of all shells, and reconnects for as long as they are shown. Each connection begins with every screen.
import type { ShellCommands, ShellList, ShellOutput, ShellScreen } from '../../shared/shells.ts';
import type { Api } from '../lib/requests/api.ts';
import { followStream } from '../lib/requests/followed-stream.ts';

export interface ShellEvents {
  onShells: (list: ShellList) => void;
  onScreen: (screen: ShellScreen) => void;
  onOutput: (output: ShellOutput) => void;
  onCommands: (commands: ShellCommands) => void;
  /** `failure`: why there is no connection, for the user; null once there is one. */
  onConnection: (failure: string | null) => void;
}

/** Reads until the signal aborts, or until the panel refuses for good, such as a panel without shells. */
export function followShells(
  api: Pick<Api, 'fetch'>,
  events: ShellEvents,
  signal: AbortSignal,
): Promise<void> {
  return followStream(
    api,
    {
      path: () => 'api/shells/events',
      onFrame: (kind, data) => onShellFrame(events, kind, data),
      onConnection: events.onConnection,
      isFinal: ({ code }) => code === 'no_shell',
    },
    signal,
  );
}

export function onShellFrame(
  { onShells, onScreen, onOutput, onCommands }: ShellEvents,
  kind: string,
  data: string,
): void {
  if (kind === 'shells') onShells(JSON.parse(data) as ShellList);
  else if (kind === 'screen') onScreen(JSON.parse(data) as ShellScreen);
  else if (kind === 'output') onOutput(JSON.parse(data) as ShellOutput);
  else if (kind === 'commands') onCommands(JSON.parse(data) as ShellCommands);
}
