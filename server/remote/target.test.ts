import assert from 'node:assert/strict';
import test from 'node:test';
import { portOf, readRemoteCommandLine, remoteProgram, type Target } from './target.ts';

const read = (...args: string[]) => readRemoteCommandLine(args);

test('a target is a name and a folder, with the home folder as the default', () => {
  const cases: [string, string, string, string][] = [
    ['ssh', 'box', 'box', ''],
    ['ssh', 'me@box:code/app', 'me@box', 'code/app'],
    ['ssh', 'box:~/code', 'box', 'code'],
    ['ssh', 'box:/srv/a b', 'box', '/srv/a b'],
    ['ssh', '[::1]:/srv', '::1', '/srv'],
    ['ssh', 'ssh://me@box:2222/srv', 'ssh://me@box:2222', 'srv'],
    ['docker', 'web-1:/app', 'web-1', '/app'],
  ];
  for (const [kind, place, name, folder] of cases) {
    const result = read(kind, place);
    assert.deepEqual('target' in result && result.target, { kind, name, folder }, place);
  }
});

test('options for this machine are taken out, all others and those of pi reach the panel there', () => {
  const result = read(
    'ssh',
    'box',
    '--demo',
    '--port',
    '5000',
    '--no-open',
    '--install',
    '--',
    '--port',
    '1',
  );
  assert.deepEqual(result, {
    target: { kind: 'ssh', name: 'box', folder: '' },
    port: 5000,
    open: false,
    install: true,
    panelArgs: ['--demo', '--', '--port', '1'],
  });
});

test('help is printed here and not asked for on the other side, where after -- it is for pi', () => {
  for (const option of ['--help', '-h']) {
    assert.deepEqual(read('ssh', 'box', '--demo', option), { print: 'help' });
    assert.deepEqual(read('ssh', option), { print: 'help' });
    const forPi = read('ssh', 'box', '--', option);
    assert.deepEqual('panelArgs' in forPi && forPi.panelArgs, ['--', option]);
  }
});

test('a missing or unsafe name, a wrong port and options that the command sets itself are refused by name', () => {
  const error = (...args: string[]): string => {
    const result = read(...args);
    return 'error' in result ? result.error : '';
  };
  assert.match(error('ssh'), /name what to connect to, such as pi-panel ssh user@host:project/);
  assert.match(error('ssh', '-oProxyCommand=evil'), /name what to connect to/);
  assert.match(error('docker', ':/app'), /such as pi-panel docker NAME/);
  assert.match(error('ssh', 'box', '--port', 'x'), /--port: x is not a port/);
  assert.match(error('ssh', 'box', '--port='), /--port: {2}is not a port/);
  assert.match(error('ssh', 'box', '--workspace=/x'), /--workspace: .*ssh box:DIR/);
});

test('a command for pi that goes to another machine is recognized by its program', () => {
  assert.equal(remoteProgram(['/usr/bin/ssh', 'box', 'pi']), 'ssh');
  assert.equal(remoteProgram(['kubectl', 'exec', '-i', 'pod', '--', 'pi']), 'kubectl');
  assert.equal(remoteProgram(['/opt/ssh-tools/pi']), undefined);
});

test('S-72: each target has its own port, so that its page cannot read what the browser stores for another panel', () => {
  const targets: Target[] = [
    { kind: 'ssh', name: 'box', folder: '' },
    { kind: 'ssh', name: 'box', folder: 'project' },
    { kind: 'ssh', name: 'other', folder: '' },
    { kind: 'docker', name: 'box', folder: '' },
  ];
  const ports = targets.map(portOf);
  assert.equal(new Set(ports).size, targets.length);
  assert.deepEqual(targets.map(portOf), ports, 'the same each time, for bookmarks and drafts');
  for (const port of ports) assert.ok(port >= 20_000 && port < 30_000, `${port}: panels here begin at 4317`);
});

test('S-57: a name that ssh or a container engine could take for an option or a command is refused', () => {
  const option = '-oProxyCommand=touch${IFS}pwned';
  const names: [string, string[]][] = [
    [
      'ssh',
      [
        option,
        `ssh://${option}`,
        `SSH://${option}`,
        `ssh://${option}/dir`,
        `ssh://${option}:22/dir`,
        `ssh://user@${option}`,
        `ssh://${option}@host`,
        `ssh://-user@host`,
        `ssh://%2doProxyCommand=x`,
        `ssh://user@%2DoProxyCommand=x/dir`,
        `ssh://%2duser@host`,
        `ssh://user@[-oProxyCommand=x]:22`,
        `ssh://user@host%0a-o`,
        `ssh://user@host%00`,
        'ssh://',
        'ssh://user@',
        'ssh://@host',
        `user@${option}`,
        `${option}@host`,
        `-l@host`,
        `[-oProxyCommand=x]`,
        `[-oProxyCommand=x]:dir`,
        'user@[-o]:dir',
        'a@b@-o',
        'host name',
        'host\n-o',
        'host\0',
        '@host',
        'user@',
        '$(touch pwned)',
        '`touch pwned`',
        'a;touch pwned',
        'host:dir\0',
      ],
    ],
    ...['docker', 'podman', 'kubectl'].map((kind): [string, string[]] => [
      kind,
      [
        '-it',
        '--privileged',
        '-',
        '[-it]',
        '[--rm]:/app',
        '--context=x:/app',
        'a b',
        'a\n-it',
        'a\0',
        'pod/-x',
        '',
      ],
    ]),
  ];
  for (const [kind, places] of names)
    for (const place of places) assert.ok('error' in read(kind, place), `${kind} ${JSON.stringify(place)}`);
  for (const place of [
    'ssh://u-x@my-host:22/d',
    'user.name@host-1',
    'ssh://user%40corp@host',
    'DOMAIN\\user@host',
    'ssh://[::1]:22/d',
  ])
    assert.ok('target' in read('ssh', place), place);
  for (const place of ['web-1:/app', 'my_pod.x:/app', 'deploy/web:/app'])
    assert.ok('target' in read('kubectl', place), place);
});
