// Random sequences on real folders, with a fixed seed. `npm run undos` plays as many as fit into a given time.
import { test } from 'node:test';
import fc from 'fast-check';
import { playSequence, sequence, type Op, type Sequence } from './fixtures/undo-world.ts';
import type { Act } from './fixtures/undo-acts.ts';

const agent = (...acts: Act[]): Op => ({ by: 'agent', acts, isNewTurn: false });
const nextTurn = (...acts: Act[]): Op => ({ by: 'agent', acts, isNewTurn: true });
const undo = (dieAt = 0): Op => ({ by: 'undo', scope: 'turn', nth: 0, dieAt });
const undoSession = (): Op => ({ by: 'undo', scope: 'session', nth: 0, dieAt: 0 });
const redo = (dieAt = 0): Op => ({ by: 'redo', dieAt });

function example(ops: Op[], isCaseIgnored = false): [Sequence] {
  return [{ ops, isCaseIgnored, hasUser: false }];
}

function withUser(ops: Op[], isCaseIgnored = false): [Sequence] {
  return [{ ops, isCaseIgnored, hasUser: true }];
}

/** Sequences that once failed. */
const EXAMPLES = [
  // A moved file that became a folder is no longer that file.
  example([
    agent({ do: 'move', at: 'a', to: 'b' }),
    agent({ do: 'turnAround', at: 'b' }, { do: 'append', at: 'a' }),
  ]),
  example([agent({ do: 'turnAround', at: 'd' }), agent({ do: 'swap', at: 'd', to: 'a' })]),
  // Two folders whose names differ in case only.
  example([agent({ do: 'move', at: 'd', to: 'D/a' }, { do: 'behindLink', at: 'd/a' })]),
  // Killed between the move of a file and the write of its content.
  example([agent({ do: 'behindLink', at: 'a' }), agent({ do: 'append', at: 'a' }), undo(13), redo(18)]),
  // Killed between the making of a folder and the setting of its mode.
  example([agent({ do: 'mode', at: 'd', mode: 0o700 }), agent({ do: 'remove', at: 'd' }), undo(10), undo()]),
  // A folder that the agent made and removed is made again for a file of the user, and goes with the redo.
  withUser([
    agent({ do: 'move', at: 'd', to: 'D/b' }),
    { by: 'user', acts: [{ do: 'write', at: 'D/a' }] },
    agent({ do: 'remove', at: 'D' }),
    undo(),
    redo(),
  ]),
  // A name that the disk finds by another spelling only is not in the way.
  example([agent({ do: 'turnAround', at: 'A' }), agent({ do: 'turnAround', at: 'a' }), undo()], true),
  // Killed after a folder got its spelling back, and before the files in it were removed.
  example([agent({ do: 'remove', at: 'd' }), agent({ do: 'append', at: 'D/b' }), undo(39)], true),
  // Killed after a folder has become the file again that it was.
  example([agent({ do: 'append', at: 'b' }, { do: 'turnAround', at: 'd/s/b' }), undo(36)]),
  // What the agent made and removed itself is not in the way.
  example([agent({ do: 'turnAround', at: '.env' }), agent({ do: 'turnAround', at: '.env' }), undo()]),
  // What the killed process was writing must not keep a folder.
  example([agent({ do: 'write', at: 'b' }, { do: 'remove', at: 'd' }), undo(12), redo(30)]),
  // A name of a hard link is replaced, or removed, and the other keeps its content.
  example([
    agent({ do: 'append', at: 'a' }, { do: 'move', at: 'd/a', to: 'b' }),
    agent({ do: 'hardLink', at: 'a', to: 'd/a' }),
    agent({ do: 'move', at: 'd/a', to: 'b' }),
  ]),
  example([agent({ do: 'hardLink', at: 'd/a', to: 'b' }), agent({ do: 'move', at: 'b', to: 'a' })]),
  // A file is written through another name, which is then another file, or gone, also with its folder.
  example([
    agent({ do: 'hardLink', at: 'd/a', to: 'b' }, { do: 'append', at: 'b' }, { do: 'rewrite', at: 'b' }),
  ]),
  example([
    agent({ do: 'through', at: 'd/a', to: 'b' }),
    agent({ do: 'through', at: 'a', to: 'new/folder/b' }),
  ]),
  // A file got another name earlier, through which it is written before that is gone.
  example([
    agent({ do: 'hardLink', at: 'd/a', to: 'b' }),
    nextTurn({ do: 'append', at: 'd/a' }, { do: 'remove', at: 'd/a' }),
    undo(),
  ]),
  // A folder gets its spelling back before the files in it do.
  example([agent({ do: 'write', at: 'd/s/a' }, { do: 'respell', at: 'd' })], true),
  example([agent({ do: 'respell', at: 'd' }), agent({ do: 'respell', at: 'd/s/b' })], true),
  // Each folder of a file gets its spelling back while those above it have theirs already.
  example([agent({ do: 'respellAll', at: 'd/s/b' }, { do: 'append', at: 'D/S/B' })], true),
  // Killed when the link that took the place of a file is removed.
  example([agent({ do: 'remove', at: 'd/a' }, { do: 'link', at: 'd/a', target: 'gone' }), undo(18)]),
  // Killed when one name of a file is written, and the other is not removed.
  example([agent({ do: 'hardLink', at: 'a', to: 'b' }, { do: 'append', at: 'a' }), undo(30)]),
  // Killed when a file that is moved has both its names.
  example([agent({ do: 'respell', at: 'a' }, { do: 'append', at: 'a' }), undo(), redo(21)]),
  // A file that the agent made and removed is not asked about when another one is there again.
  example([
    agent({ do: 'remove', at: 'a' }),
    nextTurn({ do: 'move', at: 'd/s/b', to: 'a' }),
    agent({ do: 'remove', at: 'a' }),
    undo(),
    undo(),
  ]),
  // A folder that the agent made and removed does not come back after everything was undone.
  example([
    agent({ do: 'write', at: 'D/S/a' }),
    nextTurn({ do: 'swap', at: 'a', to: 'd/a' }),
    undo(),
    agent({ do: 'behindLink', at: 'D' }),
    undoSession(),
    undo(),
  ]),
  // The user gives a file another name.
  withUser([
    agent({ do: 'move', at: 'a', to: 'b' }),
    agent({ do: 'write', at: 'b' }),
    { by: 'user', acts: [{ do: 'hardLink', at: 'b', to: 'e' }] },
  ]),
  // The user respells a file that is in the way of a folder.
  withUser(
    [
      agent({ do: 'swap', at: 'repo/a', to: 'd' }),
      { by: 'user', acts: [{ do: 'respell', at: 'd' }] },
      undo(),
    ],
    true,
  ),
  // The only copy of what the user had written stays, because its own path cannot have it back: there is a folder now, or
  // the user has deleted what was there.
  withUser([
    { by: 'user', acts: [{ do: 'rewrite', at: 'a' }] },
    agent({ do: 'behindLink', at: 'a' }, { do: 'move', at: '.env', to: 'a' }),
    { by: 'user', acts: [{ do: 'swap', at: 'a', to: 'd' }] },
    undo(),
  ]),
  withUser([
    { by: 'user', acts: [{ do: 'append', at: 'd/s/a' }] },
    agent({ do: 'write', at: 'empty/a' }, { do: 'swap', at: 'd/s', to: 'empty' }),
    { by: 'user', acts: [{ do: 'remove', at: 'd/s/a' }] },
    undoSession(),
  ]),
];

test('undo and redo lead to the tree that they promise, and lose no line of the user, in any sequence', async () => {
  await fc.assert(fc.asyncProperty(sequence, playSequence), { numRuns: 100, seed: 1, examples: EXAMPLES });
});
