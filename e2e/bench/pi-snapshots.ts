import type { PiEvent } from '../../shared/pi/events.ts';
import type { DirectPi } from './direct-pi.ts';
import { LINE_BYTES, linesIn } from './stamped-lines.ts';

/** Per cent of `total` bytes of stamped output that stood in any snapshot that pi sent while bash ran. */
export async function shownBySnapshots(direct: DirectPi, total: number): Promise<number> {
  const seen = new Set<number>();
  direct.onLine = (line) => {
    if (!line.toString('latin1', 0, 64).includes('"tool_execution_update"')) return;
    const event = JSON.parse(line.toString('utf8')) as Extract<PiEvent, { type: 'tool_execution_update' }>;
    for (const block of event.partialResult.content) {
      if (block.type !== 'text') continue;
      for (const { number } of linesIn(Buffer.from(block.text))) seen.add(number);
    }
  };
  const settled = direct.next('"type":"agent_settled"');
  await direct.ask({ type: 'prompt', message: 'Run it.' });
  await settled;
  await direct.ask({ type: 'new_session' });
  direct.onLine = () => undefined;
  return (seen.size * LINE_BYTES * 100) / total;
}
