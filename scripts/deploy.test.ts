// The files of docs/deploy: they are valid, and start the panel with options that it knows.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgsStringToArgv } from 'string-argv';
import { parseAllDocuments } from 'yaml';
import { readCommandLine } from '../server/options.ts';

const FOLDER = fileURLToPath(new URL('../docs/deploy/', import.meta.url));
const read = (name: string): string => readFileSync(FOLDER + name, 'utf8');

interface Resource {
  kind: string;
  spec: {
    selector: { matchLabels: object };
    template: { metadata: { labels: object }; spec: { containers: Container[] } };
  };
}

interface Container {
  args: string[];
  livenessProbe: { httpGet: { path: string; httpHeaders: { value: string }[] } };
}

/** How each file starts the panel. */
const STARTS: Record<string, () => string[]> = {
  Dockerfile: () => JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))![1]!) as string[],
  'pi-panel.service': () => argvIn(/exec (pi-panel [^']*)'/.exec(read('pi-panel.service'))![1]!),
  'kubernetes.yaml': () => container().args,
  'devcontainer.json': () => {
    const { postStartCommand } = JSON.parse(read('devcontainer.json').replace(/^\/\/.*\n/, '')) as {
      postStartCommand: string;
    };
    return argvIn(/nohup .*/.exec(postStartCommand)![0]);
  },
  'jupyterhub_config.py': () => {
    // Python joins the strings and fills in the names in braces; the hub sets the variables.
    const strings = [...read('jupyterhub_config.py').matchAll(/^ {4}f?'(.*)',?$/gm)];
    const script = strings.map(([, text]) => text).join('');
    const filled = script
      .replace('${port%%/*}', '4317')
      .replace('${JUPYTERHUB_SERVICE_PREFIX%/}', '/user/ada')
      .replace('$JUPYTERHUB_ACTIVITY_URL', 'http://127.0.0.1/hub/api/users/ada/activity')
      .replace('$PI_PANEL_ALLOWED_HOST', 'hub.example')
      .replace('{OPTIONS}', '--idle-exit 3600');
    return argvIn(/exec (pi-panel .*)/.exec(filled)![1]!);
  },
  'coder.tf': () => argvIn(/nohup .*/.exec(read('coder.tf'))![0]),
};

/** The command without what the shell does around it. Terraform fills in `${...}`. */
function argvIn(command: string): string[] {
  const plain = command.replace(/\$\{[^}]*\}/g, 'x').replace(/^nohup /, '');
  return parseArgsStringToArgv(plain.replace(/ >.*$/, ''));
}

function container(): Container {
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  for (const { errors } of documents) assert.deepEqual(errors, []);
  const [deployment, service] = documents.map((each) => each.toJS() as Resource);
  assert.ok(deployment?.kind === 'Deployment' && service?.kind === 'Service');
  const { selector, template } = deployment.spec;
  assert.deepEqual(selector.matchLabels, template.metadata.labels);
  return template.spec.containers[0]!;
}

test('the image has the pi with which the panel was tested', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const name = '@earendil-works/pi-coding-agent';
  assert.ok(read('Dockerfile').includes(`${name}@${devDependencies[name]} `));
});

test('each file starts the panel with options that it accepts', () => {
  assert.deepEqual(Object.keys(STARTS).sort(), readdirSync(FOLDER).sort());
  for (const [file, start] of Object.entries(STARTS)) {
    const [program, ...args] = start();
    assert.equal(program, 'pi-panel', file);
    const commandLine = readCommandLine(args, {});
    assert.ok('options' in commandLine, `${file}: ${JSON.stringify(commandLine)}`);
    assert.equal(commandLine.options.open, false, `${file}: there is no browser`);
    assert.equal(commandLine.options.port, 4317, file);
  }
});

test('the liveness probe names a host that the panel allows', () => {
  const { args, livenessProbe } = container();
  const commandLine = readCommandLine(args.slice(1), {});
  assert.ok('options' in commandLine);
  assert.equal(livenessProbe.httpGet.path, '/healthz');
  assert.ok(commandLine.options.allowedHosts.includes(livenessProbe.httpGet.httpHeaders[0]!.value));
});

/** Debian's Python has its JupyterHub; another may come first in PATH. */
const python = ['python3', '/usr/bin/python3'].find(
  (one) => spawnSync(one, ['-c', 'import jupyterhub.handlers']).status === 0,
);

test(
  'S-71: JupyterHub reads the token of a panel from a plain file of its user alone, not through a link or a pipe',
  { skip: python ? false : 'needs jupyterhub' },
  (t) => {
    const root = mkdtempSync(path.join(tmpdir(), 'pi-panel-hub-'));
    t.after(() => rmSync(root, { recursive: true }));
    const secret = path.join(root, 'secret');
    writeFileSync(secret, 'a-secret-of-root');
    const homes: Record<string, (file: string) => void> = {
      good: (file) => writeFileSync(file, 'abc-DEF_123\n'),
      other: (file) => writeFileSync(file, 'root:x:0:0:root\n'),
      none: () => undefined,
      link: (file) => symlinkSync(secret, file),
      pipe: (file) => void execFileSync('mkfifo', [file]),
    };
    for (const [name, create] of Object.entries(homes)) {
      mkdirSync(path.join(root, name));
      create(path.join(root, name, '.pi-panel-token'));
    }
    const script = `
import sys
from traitlets.config import Config
names = {"get_config": Config}
exec(open("jupyterhub_config.py").read(), names)
for name in sys.argv[2:]:
    try:
        print(names["read_token"](f"{sys.argv[1]}/{name}"))
    except names["web"].HTTPError as error:
        print(error.log_message.replace(sys.argv[1], ""))
`;
    const args = ['-c', script, root, ...Object.keys(homes)];
    const output = execFileSync(python!, args, { cwd: FOLDER, encoding: 'utf8', timeout: 60_000 });
    assert.deepEqual(output.trim().split('\n'), [
      'abc-DEF_123',
      '/other/.pi-panel-token does not contain the token of a panel.',
      '/none/.pi-panel-token cannot be read: No such file or directory',
      '/link/.pi-panel-token cannot be read: Too many levels of symbolic links',
      '/pipe/.pi-panel-token is not a file of its user.',
    ]);
  },
);

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd accepts the unit', { skip: hasSystemd ? false : 'systemd-analyze is not installed' }, () => {
  const env = { ...process.env, XDG_RUNTIME_DIR: tmpdir() };
  execFileSync('systemd-analyze', ['verify', '--user', `${FOLDER}pi-panel.service`], { stdio: 'pipe', env });
});
