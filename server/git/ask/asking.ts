// Lets git, and the ssh and hooks below it, ask the user on the page: for a name, a password, the passphrase of a key, or
// whether a host is known. Answers are passed on and never kept.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** What `ask.ts` sends, as one line of JSON. */
export interface Asked {
  question: string;
  /** Nothing can be answered. It is over when the program that asked ends. */
  isNotice: boolean;
}

export interface AskedQuestion extends Asked {
  /** Ends the question: with an answer, or with null if the user cancels. */
  answer: (text: string | null) => void;
}

export interface Asking {
  /** What makes programs ask here. */
  env: NodeJS.ProcessEnv;
  /** Ends all questions and removes what was made for them. */
  close: () => Promise<void>;
}

/** Characters of a question that are shown. */
const MAX_QUESTION = 2000;
const ASK = fileURLToPath(new URL('ask.ts', import.meta.url));

/**
 * `onQuestion`: called with each question; the function that it returns is called when the question is over. On Windows,
 * where a script is not a program, git fails instead of asking.
 */
export async function openAsking(onQuestion: (question: AskedQuestion) => () => void): Promise<Asking> {
  // No program may wait at the terminal in which the panel was started.
  const silent = { GIT_TERMINAL_PROMPT: '0', GPG_TTY: undefined };
  if (process.platform === 'win32') return { env: silent, close: () => Promise.resolve() };
  // Only this user can open what is in it (mode 0700).
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-ask-'));
  const [socket, script] = [path.join(folder, 'socket'), path.join(folder, 'ask')];
  const open = new Set<Socket>();
  const server = createServer((connection) => {
    open.add(connection);
    connection.on('error', () => connection.destroy());
    const lines = createInterface({ input: connection });
    lines.once('line', (line) => {
      const { question, isNotice } = JSON.parse(line) as Asked;
      const onEnd = onQuestion({
        question: question.trim().slice(0, MAX_QUESTION),
        isNotice,
        answer: (text) => connection.end(text === null ? '' : `${text}\n`),
      });
      connection.once('close', onEnd);
    });
    connection.once('close', () => open.delete(connection));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  const command = [process.execPath, '--disable-warning=ExperimentalWarning', ASK, socket].map(quote);
  await writeFile(script, `#!/bin/sh\nexec ${command.join(' ')} "$@"\n`, { mode: 0o700 });
  return {
    env: {
      ...silent,
      GIT_ASKPASS: script,
      SSH_ASKPASS: script,
      SSH_ASKPASS_REQUIRE: 'force',
    },
    close: async () => {
      for (const connection of open) connection.destroy();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
