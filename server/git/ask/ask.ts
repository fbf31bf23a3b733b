// Run by git and ssh in place of a prompt in a terminal: passes their question on to the panel, and prints the answer.
// Ends with 1 if the user cancels.
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Asked } from './asking.ts';

const [, , socket = '', question = ''] = process.argv;
const panel = connect(socket);
panel.on('error', () => process.exit(1));
// ssh says in this variable that it only informs, for instance that a security key has to be touched.
const isNotice = process.env.SSH_ASKPASS_PROMPT === 'none';
panel.write(`${JSON.stringify({ question, isNotice } satisfies Asked)}\n`);
const answer = await text(panel);
if (answer === '') process.exit(1);
process.stdout.write(answer);
