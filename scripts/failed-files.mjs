// A reporter for Node's test runner: prints the test files with a failure, one per line.

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string, void>}
 */
export default async function* failedFiles(events) {
  /** @type {Set<string>} */
  const files = new Set();
  for await (const event of events) {
    if (event.type !== 'test:summary' && event.type !== 'test:fail') continue;
    // A failed test names the file that defines it, which is a shared one if the tests of several files are made there.
    // Only the summary names the file that ran; a file that ends before its summary counts as a failed test itself.
    const isFailure = event.type === 'test:fail' || !event.data.success;
    const { file } = event.data;
    if (isFailure && file?.endsWith('.test.ts')) files.add(file);
  }
  for (const file of files) yield `${file}\n`;
}
