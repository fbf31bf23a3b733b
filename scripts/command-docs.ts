// Writes the README's table of commands anew from the table that the page uses.
import { readFile, writeFile } from 'node:fs/promises';
import { withCommands } from '../web/palette/command-docs.ts';

const readme = new URL('../README.md', import.meta.url);
await writeFile(readme, withCommands(await readFile(readme, 'utf8')));
