// A reporter for Node's test runner: the files with a failed test, a line each.

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string, void>}
 */
export default async function* failedFiles(events) {
  /** @type {Set<string>} */
  const files = new Set();
  for await (const { type, data } of events) if (type === 'test:fail' && data.file) files.add(data.file);
  for (const file of files) yield `${file}\n`;
}
