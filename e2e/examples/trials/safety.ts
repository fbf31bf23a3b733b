// Lifecycle, safety and git: extensions that ask before something is lost, and act on the answer.
import type { Trials } from '../trial.ts';

const REMOVE = { command: 'rm -rf build-of-yesterday' };

export const safetyTrials: Trials = {
  'permission-gate': {
    answers: [{ value: 'No' }, { value: 'Yes' }],
    drive: async (stage) => {
      await stage.call('bash', REMOVE);
      await stage.call('bash', REMOVE);
    },
    points: {
      'asks before `rm -rf`': (seen) => seen.asked('select', /Dangerous command/),
      'blocks it on No': (seen) => seen.modelWasTold(/Blocked by user/),
      'runs it on Yes': (seen) => Object.values(seen.view.toolRuns).some(({ state }) => state === 'ok'),
    },
  },
  'project-trust': {
    answers: [{ value: 'Trust and remember' }],
    drive: async (stage) => {
      stage.write('project/.pi/settings.json', '{}');
      await stage.lab.restart();
    },
    points: {
      'asks whether to trust the folder': (seen) => seen.asked('select', /Project trust for/),
      'pi remembers the answer': (seen) => seen.file('agent/trust.json', /true/),
      'reports that it is loaded': (seen) => seen.notice(/loaded after trust resolution/),
    },
  },
  'protected-paths': {
    drive: (stage) => stage.call('write', { path: '.env', content: 'SECRET=1' }),
    points: {
      'blocks a write to `.env`': (seen) =>
        seen.modelWasTold(/is protected/) && !seen.file('project/.env', /SECRET/),
      'reports the blocked write': (seen) => seen.notice(/Blocked write to protected path: \.env/),
    },
  },
  'confirm-destructive': {
    answers: [{ confirmed: false }, { value: 'Yes, create fork' }],
    drive: async (stage) => {
      await stage.prompt('Hello', [{ text: 'Hello.' }]);
      await stage.send({ type: 'new_session' });
      const { messages } = (await stage.send({ type: 'get_fork_messages' })) as {
        messages: { entryId: string }[];
      };
      await stage.send({ type: 'fork', entryId: messages[0]!.entryId });
    },
    points: {
      'asks before a new session': (seen) => seen.asked('confirm', /Clear session/),
      'keeps the session on No': (seen) => seen.notice(/Clear cancelled/),
      'asks before a fork': (seen) => seen.asked('select', /Fork from entry/),
      'forks on Yes': (seen) => seen.view.entries.length === 0,
    },
  },
  'dirty-repo-guard': {
    lab: { files: { 'a.txt': 'one\n' } },
    answers: [{ value: 'No, let me commit first' }],
    drive: async (stage) => {
      stage.repository();
      stage.write('project/a.txt', 'two\n');
      await stage.send({ type: 'new_session' });
    },
    points: {
      'asks before the session changes': (seen) => seen.asked('select', /1 uncommitted file/),
      'keeps the session on No': (seen) => seen.notice(/Commit your changes first/),
    },
  },
  gondolin: {
    drive: (stage) => stage.call('bash', { command: 'uname' }),
    points: { 'runs bash in its virtual machine': (seen) => seen.tool('bash', 'ok', /Linux/) },
    needs: '`npm install` in its folder (@earendil-works/gondolin) and QEMU',
  },
  'git-checkpoint': {
    lab: { files: { 'a.txt': 'one\n' } },
    drive: async (stage) => {
      stage.repository();
      stage.write('project/a.txt', 'two\n');
      await stage.call('read', { path: 'a.txt' });
    },
    points: {
      'makes a checkpoint at each turn': (_seen, stage) =>
        /dangling commit/.test(stage.git('fsck', '--no-reflogs')),
    },
    remark:
      'It never asks at a fork whether to restore the code, nor does it in the TUI: it forgets its checkpoints when a run settles.',
  },
  'git-merge-and-resolve': {
    lab: { files: { 'a.txt': 'one\n' } },
    drive: async (stage) => {
      stage.repository();
      const main = stage.git('branch', '--show-current').trim();
      stage.git('checkout', '--quiet', '-b', 'theirs');
      stage.write('project/a.txt', 'theirs\n');
      stage.git('commit', '--quiet', '--all', '--message', 'theirs');
      stage.git('checkout', '--quiet', main);
      stage.write('project/a.txt', 'ours\n');
      stage.git('commit', '--quiet', '--all', '--message', 'ours');
      stage.tryGit('merge', 'theirs');
      await stage.prompt(
        'Go on',
        [{ text: 'On it.' }],
        [{ tool: 'bash', args: { command: 'git merge --abort' } }],
        [{ text: 'Resolved.' }],
      );
    },
    points: {
      'hands the conflict to the model': (seen) => seen.user(/a\.txt:1-5/),
      'the model works on it': (seen) => seen.tool('bash', 'ok', /^/),
    },
  },
  'auto-commit-on-exit': {
    drive: async (stage) => {
      stage.write('home/.gitconfig', '[user]\n\tname = Example\n\temail = example@localhost\n');
      stage.repository();
      stage.write('project/new.txt', 'new\n');
      await stage.prompt('Hello', [{ text: 'A file was added.' }]);
      await stage.lab.restart();
    },
    points: {
      'commits the remaining changes when pi ends': (_seen, stage) =>
        stage.git('log', '--format=%s').includes('[pi] A file was added.'),
    },
  },
};
