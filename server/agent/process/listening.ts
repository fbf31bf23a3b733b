// The TCP ports on which processes listen. Linux tells in /proc; other systems have a program for it.
import { readFile, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../lib/programs.ts';

export interface Listening {
  port: number;
  pid: number;
}

/** Returns the ports of these processes, each once, lowest first. Empty if the system does not tell. */
export async function portsOf(pids: readonly number[]): Promise<Listening[]> {
  if (pids.length === 0) return [];
  const found =
    process.platform === 'linux'
      ? await portsInProc(pids)
      : process.platform === 'win32'
        ? parseConnections(await runPowerShell())
        : parseLsof(await runLsof(pids));
  const own = found.filter(({ pid }) => pids.includes(pid)).sort((a, b) => a.port - b.port || a.pid - b.pid);
  return own.filter(({ port }, n) => own[n - 1]?.port !== port);
}

async function portsInProc(pids: readonly number[]): Promise<Listening[]> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const ports = new Map(tables.flatMap(parseTable));
  if (ports.size === 0) return [];
  const found = pids.map(async (pid): Promise<Listening[]> => {
    // It may have ended, or belong to another user.
    const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const links = await Promise.all(names.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    return links.flatMap((link) => {
      const port = ports.get(/^socket:\[(\d+)\]$/.exec(link)?.[1] ?? '');
      return port === undefined ? [] : [{ port, pid }];
    });
  });
  return (await Promise.all(found)).flat();
}

/** Parses /proc/net/tcp or tcp6: the port of each listening socket, by its inode. */
export function parseTable(text: string): [inode: string, port: number][] {
  return text.split('\n').flatMap((line): [string, number][] => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const port = Number.parseInt(local.split(':')[1] ?? '', 16);
    // 0A is LISTEN.
    return state === '0A' && inode !== undefined && port > 0 ? [[inode, port]] : [];
  });
}

async function runLsof(pids: readonly number[]): Promise<string> {
  const args = ['-nP', '-iTCP', '-sTCP:LISTEN', '-a', '-p', pids.join(','), '-Fpn'];
  // It fails if nothing listens.
  return run('lsof', args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** Parses the output of `lsof -Fpn`: a line `p<pid>`, then a line `n<address>:<port>` for each socket. */
export function parseLsof(text: string): Listening[] {
  let pid = 0;
  return text.split('\n').flatMap((line) => {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    const port = /^n.*:(\d+)$/.exec(line)?.[1];
    return port === undefined ? [] : [{ port: Number(port), pid }];
  });
}

async function runPowerShell(): Promise<string> {
  const windows = process.env.SystemRoot ?? String.raw`C:\Windows`;
  const program = path.win32.join(windows, String.raw`System32\WindowsPowerShell\v1.0\powershell.exe`);
  const command =
    'Get-NetTCPConnection -State Listen | ForEach-Object { "$($_.OwningProcess) $($_.LocalPort)" }';
  return run(program, ['-NoProfile', '-NonInteractive', '-Command', command]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** Parses lines of a process and a port. */
export function parseConnections(text: string): Listening[] {
  return [...text.matchAll(/^(\d+) (\d+)\s*$/gm)].map(([, pid, port]) => ({
    pid: Number(pid),
    port: Number(port),
  }));
}
