// Plays random work of an agent and of a shell on real folders, with undo, redo and kills, for a while.
//   npm run tool -- shells --minutes 20            npm run tool -- shells --seed 7
// PI_PANEL_PATIENCE=10 gives a busy machine ten times as long to report what was written.
import { playShells, shellActs } from '../server/changes/fixtures/shell-world.ts';
import { playForAWhile } from './play.ts';

await playForAWhile({ sequence: shellActs, play: playShells, batch: 20, endOnFailure: true });
