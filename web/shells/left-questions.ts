// What programs ask the terminal, such as where the cursor is or which colors it has.
import type { Terminal } from '@xterm/xterm';

/** What a program asks the terminal is answered by the panel, once, however many pages show it. */
export function leaveQuestions({ parser }: Terminal): void {
  const answered = (): boolean => true;
  for (const prefix of ['', '>', '='])
    parser.registerCsiHandler({ ...(prefix && { prefix }), final: 'c' }, answered);
  for (const prefix of ['', '?']) {
    parser.registerCsiHandler({ ...(prefix && { prefix }), final: 'n' }, answered);
    parser.registerCsiHandler({ ...(prefix && { prefix }), intermediates: '$', final: 'p' }, answered);
  }
  parser.registerCsiHandler({ prefix: '>', final: 'q' }, answered);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, answered);
  for (const color of [4, 10, 11, 12])
    parser.registerOscHandler(color, (data) => data.split(';').includes('?'));
}
