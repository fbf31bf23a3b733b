// The marks of real shells, with start files of their own.
import assert from 'node:assert/strict';
import { accessSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import type { ShellCommand } from '../../shared/shells.ts';
import type { Shell } from './shell.ts';
import { Shells } from './shells.ts';

function find(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .map((folder) => path.join(folder, name))
    .find((file) => {
      try {
        accessSync(file);
        return true;
      } catch {
        return false;
      }
    });
}

const isWindows = process.platform === 'win32';
const lacks = (name: string): string | false =>
  isWindows || find(name) === undefined ? `there is no ${name} on this system` : false;

/** A shell in a home with these start files. */
async function setUp(t: TestContext, name: string, files: Record<string, string> = {}) {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-marks-')));
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(home, file), text);
  const before = { ...process.env };
  Object.assign(process.env, { HOME: home, SHELL: find(name), HISTFILE: path.join(home, 'history') });
  delete process.env.ZDOTDIR;
  delete process.env.PROMPT_COMMAND;
  const shells = new Shells({ isAllowed: true });
  t.after(async () => {
    await shells.close();
    process.env = before;
    await rm(home, { recursive: true, force: true });
  });
  const { id } = await shells.open({ workspace: home, cols: 80, rows: 10 });
  const shell = shells.get(id);
  while (shell.row.folder === null) await pause(10);
  return { home, shell };
}

/** Runs commands one after the other. Resolves to them, once they have ended. */
async function run(shell: Shell, ...texts: string[]): Promise<ShellCommand[]> {
  const known = shell.commands.list().length;
  for (const text of texts) {
    const count = shell.commands.list().length;
    await shell.type(Buffer.from(`${text}\r`), null);
    while (!shell.commands.list()[count]?.endedAt) await pause(10);
  }
  return shell.commands.list().slice(known);
}

const facts = (commands: ShellCommand[]) => commands.map(({ text, status }) => ({ text, status }));

for (const name of ['bash', 'zsh', 'fish']) {
  test(
    `${name} tells each command, its status, its folder and its output`,
    { skip: lacks(name) },
    async (t) => {
      const { home, shell } = await setUp(t, name);
      const commands = await run(
        shell,
        'echo "a;b" \\\\ \'é 漢 😀\'',
        'false',
        'sh -c "exit 7"',
        'cd /',
        'printf end',
        ' echo spaced',
        'seq 3',
      );
      assert.deepEqual(facts(commands), [
        { text: 'echo "a;b" \\\\ \'é 漢 😀\'', status: 0 },
        { text: 'false', status: 1 },
        { text: 'sh -c "exit 7"', status: 7 },
        { text: 'cd /', status: 0 },
        { text: 'printf end', status: 0 },
        { text: ' echo spaced', status: 0 },
        { text: 'seq 3', status: 0 },
      ]);
      assert.deepEqual(
        commands.map(({ folder }) => folder),
        [home, home, home, home, '/', '/', '/'],
      );
      const outputs = await Promise.all(commands.map(({ number }) => shell.readOutputOf(number)));
      assert.deepEqual(
        outputs.map(({ text }) => text),
        ['a;b \\ é 漢 😀', '', '', '', 'end', 'spaced', '1\n2\n3'],
      );
    },
  );

  test(
    `a ${name} within ${name} has no marks and the variables of neither`,
    { skip: lacks(name) },
    async (t) => {
      const { shell } = await setUp(t, name);
      const variables = 'env | grep -c -e TERM_MARKS -e __pi_panel -e shells/marks';
      const [inner, after] = await run(shell, `${name} -c '${variables}'`, `${variables}`);
      assert.deepEqual(
        facts([inner!, after!]).map(({ status }) => status),
        [1, 1],
      );
      await shell.type(Buffer.from(`${name}\r`), null);
      while (shell.commands.list().length < 3) await pause(10);
      await shell.type(Buffer.from('exit 4\r'), null);
      while (!shell.commands.list()[2]?.endedAt) await pause(10);
      assert.deepEqual(facts(shell.commands.list()).slice(2), [{ text: name, status: 4 }]);
      assert.doesNotMatch((await shell.readOutputOf(3)).text, /not found|rror|Unknown/);
    },
  );
}

test(
  'a command of several lines is one command, however bash keeps it',
  { skip: lacks('bash') },
  async (t) => {
    const { shell } = await setUp(t, 'bash', {
      '.bashrc': 'HISTCONTROL=ignoreboth:erasedups\nshopt -s lithist\n',
    });
    const [loop, document, hidden] = await run(
      shell,
      'for i in 1 2\rdo echo $i\rdone',
      'cat <<X\ra; b\rX',
      ' echo one\\\rtwo',
    );
    assert.equal(loop?.text, 'for i in 1 2\ndo echo $i\ndone');
    assert.equal(document?.text, 'cat <<X\na; b\nX');
    // The history does not have it, so it is read from the screen.
    assert.match(hidden?.text ?? '', /^ echo one\\\n> two$/);
  },
);

const prompts: Record<string, string> = {
  'a string that sets the prompt': `PROMPT_COMMAND='(exit 5); PS1="\\$? > "'`,
  'an exported string': `export PROMPT_COMMAND='PS1="> "'; export PS1='> '`,
  'an array': `PROMPT_COMMAND=('PS1="> "' 'true')`,
  'a string that ends with a semicolon': `PROMPT_COMMAND='PS1="> ";'`,
  'a prompt of several lines with the status': String.raw`PS1='\w $?\n\$ '`,
  'a prompt before commands': `PS0='before '`,
  'a shell without a history': `set +o history; PS1='> '`,
  // As starship (1.20) sets itself up in bash, with and without PS0.
  'a prompt that measures commands with a trap': `
    precmd() { STATUS=$?; PIPE=("\${PIPESTATUS[@]}"); PS1="$STATUS > "; READY=true; return 0; }
    preexec() { if [[ \${READY-} == true ]]; then READY=false; START=$(date +%s); fi; : "$1"; }
    trap 'preexec "$_"' DEBUG
    PROMPT_COMMAND=precmd`,
  'a prompt that measures commands before they run': `
    precmd() { STATUS=$?; PS1="$STATUS > "; READY=true; return 0; }
    start() { date +%s; }
    PS0='\${START:$((START="$(start)",READY=0,0)):0}'"\${PS0-}"
    PROMPT_COMMAND="precmd;\${PROMPT_COMMAND-}"`,
  'a file that returns early, with strict options': `set -u; PS1='> '; return 3`,
};
for (const [kind, file] of Object.entries(prompts))
  test(`bash keeps ${kind}`, { skip: lacks('bash') }, async (t) => {
    const { shell } = await setUp(t, 'bash', { '.bashrc': `${file}\n` });
    const commands = await run(
      shell,
      'sh -c "exit 3"',
      'echo "status $?"',
      'bash --norc -ic "echo $?"',
      'true',
    );
    assert.deepEqual(
      commands.map(({ status }) => status),
      [3, 0, 0, 0],
    );
    const { text } = await shell.readOutputOf(2);
    assert.equal(text.trim(), 'status 3');
    assert.doesNotMatch((await shell.readOutputOf(3)).text, /not found/);
  });

test(
  'odd text is kept as it was typed, and its output as it was printed',
  { skip: lacks('bash') },
  async (t) => {
    const { shell } = await setUp(t, 'bash');
    for (const odd of [
      `quote's "double" \`back\` $HOME \${x:-$(echo no)} !! !1 \\ \\n ~ * ? [a] {1..3} # ; & | < > %s %n`,
      'עברית العربية e\u0301 👩‍👩‍👧‍👦 🇩🇪 \u{1F600}\u200d\u202e ﷽ Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
      ']133;D;0 ]633;E;no \\x1b]0;no\\x07 \\x3b <script>alert(1)</script> ../../etc/passwd \u00a0',
      'long '.repeat(200).trim(),
    ]) {
      const quoted = `'${odd.replaceAll("'", String.raw`'\''`)}'`;
      // In brackets, as a page pastes it.
      const line = `printf %s ${quoted} | od -An -tx1 | tr -d ' \\n'`;
      const [command] = await run(shell, `\x1b[200~${line}\x1b[201~`);
      assert.deepEqual(facts([command!]), [{ text: line, status: 0 }]);
      const { text } = await shell.readOutputOf(command!.number);
      assert.equal(Buffer.from(text.replaceAll(/\s/g, ''), 'hex').toString(), odd);
    }
  },
);

test(
  'a shell within the shell, with another environment, is one command, and the marks go on after it',
  { skip: lacks('bash') },
  async (t) => {
    const { home, shell } = await setUp(t, 'bash');
    // As `sudo -s` does, if its user has no start files.
    await shell.type(Buffer.from('env -i HOME=/ bash --norc -i\r'), null);
    while (!/bash-[\d.]+[#$]/.test(shell.screen.screen)) await pause(10);
    await shell.type(Buffer.from('cd /; false; echo in""side\r'), null);
    while (!shell.screen.screen.includes('inside')) await pause(10);
    await shell.type(Buffer.from('exit 4\r'), null);
    while (!shell.commands.list()[0]?.endedAt) await pause(10);
    const [after] = await run(shell, 'pwd');
    assert.deepEqual(facts(shell.commands.list()), [
      { text: 'env -i HOME=/ bash --norc -i', status: 4 },
      { text: 'pwd', status: 0 },
    ]);
    assert.equal((await shell.readOutputOf(after!.number)).text, home);
    assert.equal(shell.row.folder, home);
  },
);

test(
  'a bash whose prompt may not be changed runs without marks and without an error',
  { skip: lacks('bash') },
  async (t) => {
    const home = { '.bashrc': `PROMPT_COMMAND='printf "\\e]7;file:///\\a"'; readonly PROMPT_COMMAND\n` };
    const { shell } = await setUp(t, 'bash', home);
    await shell.type(Buffer.from('echo do""ne\r'), null);
    while (!shell.screen.screen.includes('done\r\n')) await pause(10);
    assert.deepEqual(shell.commands.list(), []);
    assert.doesNotMatch(shell.screen.screen, /readonly/);
  },
);

test('a login bash reads the files of a login shell', { skip: lacks('bash') }, async (t) => {
  const { withMarks } = await import('./marked-program.ts');
  const { openPty } = await import('./pty.ts');
  const home = await mkdtemp(path.join(tmpdir(), 'pi-panel-marks-'));
  t.after(() => rm(home, { recursive: true, force: true }));
  await writeFile(path.join(home, '.profile'), 'echo from-the-pro""file; exit');
  await writeFile(path.join(home, '.bashrc'), 'echo from-the-bashrc');
  const env = { PATH: process.env.PATH!, HOME: home };
  const { file, args, env: own } = withMarks({ file: find('bash')!, args: ['-l'] }, env);
  const pty = await openPty(file, args, { cwd: home, env: own });
  let text = '';
  pty.onData((chunk) => (text += String(chunk)));
  await new Promise<void>((resolve) => pty.onExit(() => resolve()));
  assert.match(text, /from-the-profile/);
  assert.doesNotMatch(text, /bashrc/);
});

test('zsh finds its files where its user has them', { skip: lacks('zsh') }, async (t) => {
  const { home, shell } = await setUp(t, 'zsh', {
    '.zshenv': 'ENV_READ=1; export ZDOTDIR=$HOME\n',
    '.zshrc': `precmd() { RC_READ=$ENV_READ }; PROMPT='%1~> '; setopt ksh_arrays sh_word_split\n`,
  });
  const [command] = await run(shell, 'echo $ENV_READ$RC_READ $ZDOTDIR');
  assert.equal(command?.status, 0);
  assert.equal((await shell.readOutputOf(1)).text, `11 ${home}`);
});

test('no shell writes into the home of its user', { skip: lacks('bash') }, async (t) => {
  const { home, shell } = await setUp(t, 'bash', { '.bashrc': 'unset HISTFILE\n' });
  await run(shell, 'true');
  assert.deepEqual(await readdir(home), ['.bashrc']);
});
