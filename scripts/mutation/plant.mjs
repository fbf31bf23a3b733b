// Gives one module of the project another source: preloaded into the tests of a mutant (`node --import`). The file on
// disk stays as it is.
import { registerHooks, stripTypeScriptTypes } from 'node:module';

const { MUTANT_URL, MUTANT_SOURCE = '' } = process.env;

registerHooks({
  load(url, context, next) {
    if (url !== MUTANT_URL) return next(url, context);
    return { format: 'module', source: stripTypeScriptTypes(MUTANT_SOURCE), shortCircuit: true };
  },
});
