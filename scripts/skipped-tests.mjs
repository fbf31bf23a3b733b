// A reporter for Node's test runner: one line with how many tests were skipped, and why.

/**
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 * @returns {AsyncGenerator<string, void>}
 */
export default async function* skippedTests(events) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for await (const event of events) {
    if (event.type !== 'test:pass' || !event.data.skip) continue;
    const reason = typeof event.data.skip === 'string' ? event.data.skip : 'without a reason';
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  if (counts.size === 0) return;
  const reasons = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${reason} (${count})`);
  yield `\nNot run on this machine: ${reasons.join('; ')}\n`;
}
