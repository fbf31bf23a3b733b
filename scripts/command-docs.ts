// Writes docs/commands.md anew from the table that the page uses.
import { writeFile } from 'node:fs/promises';
import { commandDocs } from '../web/palette/command-docs.ts';

await writeFile(new URL('../docs/commands.md', import.meta.url), commandDocs());
