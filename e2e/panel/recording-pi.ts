// Runs a real pi behind a recorder, which writes what pi is sent to LOG, and its process id to LOG.pid.
//   node recording-pi.ts LOG PROGRAM [ARGUMENT ...]
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { extensionFile } from '../../server/pi-extensions.ts';

const [log = '', program = '', ...args] = process.argv.slice(2);
/** This is not an agent, but the extra pi that sets things up. */
const isBeside = args.includes(extensionFile('setup'));
const pi = spawn(program, args, { stdio: ['pipe', 'inherit', 'inherit'] });
if (!isBeside) writeFileSync(`${log}.pid`, String(pi.pid));
process.stdin.on('data', (chunk: Buffer) => {
  if (!isBeside) appendFileSync(log, chunk);
  pi.stdin.write(chunk);
});
process.stdin.on('end', () => pi.stdin.end());
// Writing to a pi that has ended fails; the exit below reports it.
pi.stdin.on('error', () => undefined);
pi.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code ?? 1)));
