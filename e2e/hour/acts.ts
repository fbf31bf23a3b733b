// The scripted hour: what the agent and the user do to a repository in twelve turns, and the files that must be there
// at the end.
import type { Speech } from '../../server/demo/answer.ts';
import { calls } from '../panel/scripted.ts';

/** An act between two turns. */
export type UserAct =
  | { replace: string; from: string; to: string }
  | { write: string; text: string }
  | { commit: string }
  /** Forks a new session from before the message of this turn. */
  | { fork: number };

export interface Act {
  turn: number;
  /** The agent's steps, one answer each. */
  answers: Speech[];
  /** The user's acts before the next turn. */
  then?: UserAct[];
}

const lines = (word: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${word} ${i + 1}\n`).join('');

const edit = (path: string, ...pairs: [line: string, to: string][]): Speech =>
  calls('edit', { path, edits: pairs.map(([from, to]) => ({ oldText: `${from}\n`, newText: `${to}\n` })) });
const write = (path: string, content: string): Speech => calls('write', { path, content });
const bash = (command: string): Speech => calls('bash', { command });

const DATA = 'binary \0 data\n';

export const FILES: Record<string, string> = {
  'app.txt': lines('app', 20),
  'lib.txt': lines('lib', 20),
  'notes.txt': lines('note', 10),
  'data.bin': DATA,
  'script.sh': '#!/bin/sh\necho hello\n',
};

export const ACTS: readonly Act[] = [
  { turn: 1, answers: [edit('app.txt', ['app 2', 'app two'])] },
  {
    turn: 2,
    answers: [write('new.txt', 'new one\nnew two\n')],
    then: [{ replace: 'notes.txt', from: 'note 1\n', to: 'note mine\n' }],
  },
  {
    turn: 3,
    answers: [bash("sed -i 's/^lib 3$/lib three/' lib.txt && mkdir -p gen && echo generated > gen/a.txt")],
  },
  { turn: 4, answers: [edit('app.txt', ['app 10', 'app ten'])], then: [{ commit: 'half' }] },
  {
    turn: 5,
    answers: [
      edit('app.txt', ['app 15', 'app fifteen']),
      write('five.txt', 'five\n'),
      edit('lib.txt', ['lib 8', 'lib eight']),
    ],
    then: [{ replace: 'app.txt', from: 'app 18\n', to: 'app mine\n' }],
  },
  { turn: 6, answers: [bash('chmod 700 script.sh && echo more >> new.txt')] },
  { turn: 7, answers: [edit('lib.txt', ['lib 12', 'lib twelve']), write('seven.txt', 'seven\n')] },
  // The fork abandons this turn, but its changes to files stay.
  { turn: 8, answers: [edit('notes.txt', ['note 5', 'note five'])], then: [{ fork: 8 }] },
  { turn: 9, answers: [edit('app.txt', ['app 4', 'app four'], ['app 12', 'app twelve'])] },
  {
    turn: 10,
    answers: [bash("printf 'x\\0y' >> data.bin && rm gen/a.txt")],
    then: [
      { write: 'user.txt', text: 'of the user\n' },
      { replace: 'lib.txt', from: 'lib 20\n', to: 'lib mine' },
    ],
  },
  { turn: 11, answers: [write('new.txt', 'all new\n')] },
  { turn: 12, answers: [edit('lib.txt', ['lib 5', 'lib five']), bash('cp lib.txt copy.txt')] },
];

const replaceLines = (text: string, ...pairs: [line: string, to: string][]): string =>
  pairs.reduce((now, [from, to]) => now.replace(`${from}\n`, `${to}\n`), text);

/** The files after the undo of turn 5 and of one hunk of turn 9, the redo of turn 5, and the undo from turn 7 on. */
export const EXPECTED: Record<string, string> = {
  'app.txt': `644 ${replaceLines(FILES['app.txt']!, ['app 2', 'app two'], ['app 10', 'app ten'], ['app 15', 'app fifteen'], ['app 18', 'app mine'])}`,
  'data.bin': `644 ${DATA}`,
  'five.txt': '644 five\n',
  'gen/a.txt': '644 generated\n',
  'lib.txt': `644 ${replaceLines(FILES['lib.txt']!, ['lib 3', 'lib three'], ['lib 8', 'lib eight']).replace('lib 20\n', 'lib mine')}`,
  'new.txt': '644 new one\nnew two\nmore\n',
  'notes.txt': `644 ${replaceLines(FILES['notes.txt']!, ['note 1', 'note mine'], ['note 5', 'note five'])}`,
  'script.sh': `700 ${FILES['script.sh']!}`,
  'user.txt': '644 of the user\n',
};
