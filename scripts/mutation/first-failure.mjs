// A reporter for `node --test` that ends the process at the first failure: one is enough to notice a mutant.
/** @param {AsyncIterable<import('node:test/reporters').TestEvent>} source */
export default async function* firstFailure(source) {
  for await (const { type, data } of source)
    if (type === 'test:fail' && !(data.todo ?? data.skip)) {
      process.stdout.write(`noticed by: ${data.name}\n`, () => process.exit(1));
    }
  yield '';
}
