// Writes docs/commands.md from the table of commands that the page uses.
import { writeFileSync } from 'node:fs';
import './svelte-modules.mjs';

const { commandDocument } = await import('../web/actions/command-docs.ts');
writeFileSync(new URL('../docs/commands.md', import.meta.url), commandDocument());
