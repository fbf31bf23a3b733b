// Plays random sequences of changes, undo and redo on real folders for a while, with fresh seeds.
//   npm run undos -- --minutes 60            npm run undos -- --seed 7
import { playSequence, sequence } from '../server/changes/fixtures/undo-world.ts';
import { playForAWhile } from './play.ts';

await playForAWhile({ sequence, play: playSequence, batch: 100, endOnFailure: false });
