// The files of docs/deploy: they are valid, and start the panel with options that it knows.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
    return argvIn(postStartCommand);
  },
  'jupyterhub_config.py': () => {
    // Python joins the strings and fills in the names in braces; the hub sets the variables.
    const strings = [...read('jupyterhub_config.py').matchAll(/^ {4}f?'(.*)',?$/gm)];
    const script = strings.map(([, text]) => text).join('');
    const filled = script
      .replace('${port%%/*}', '4317')
      .replace('${JUPYTERHUB_SERVICE_PREFIX%/}', '/user/ada')
      .replace('$JUPYTERHUB_ACTIVITY_URL', 'http://127.0.0.1/hub/api/users/ada/activity')
      .replace('{HOST} {OPTIONS}', 'hub.example --idle-exit 3600');
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

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('systemd accepts the unit', { skip: hasSystemd ? false : 'systemd is not installed' }, () => {
  const env = { ...process.env, XDG_RUNTIME_DIR: tmpdir() };
  execFileSync('systemd-analyze', ['verify', '--user', `${FOLDER}pi-panel.service`], { stdio: 'pipe', env });
});
