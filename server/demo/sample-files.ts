// The sample project, its files by path: small, realistic, and with one bug that its own tests find.
import type { Texts } from './texts/en.ts';

/** The fix that the tour makes. `oldText` is in the file exactly once. */
export const sampleFix = {
  path: 'src/duration.js',
  oldText: '  return `${minutes}:${rest}`;',
  newText: "  return `${minutes}:${String(rest).padStart(2, '0')}`;",
};

export const sampleFiles = ({ sample }: Texts): Readonly<Record<string, string>> => ({
  'README.md': `# tea-timer

${sample.about}

\`\`\`sh
${sample.commands}
\`\`\`
`,

  'package.json': `{
  "name": "tea-timer",
  "version": "0.3.0",
  "description": "${sample.description}",
  "type": "module",
  "private": true,
  "scripts": {
    "start": "node src/cli.js",
    "test": "node --test"
  }
}
`,

  '.gitignore': `node_modules/
*.log
`,

  'src/duration.js': `/** ${sample.parse} */
export function parseDuration(text) {
  const match = /^(?:(\\d+)m)?(?:(\\d+)s)?$/.exec(text.trim());
  if (!match || !match[0]) throw new RangeError(\`${sample.noDuration}\`);
  const [, minutes = 0, seconds = 0] = match;
  return Number(minutes) * 60 + Number(seconds);
}

/** ${sample.format} */
export function formatDuration(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
${sampleFix.oldText}
}
`,

  'src/teas.js': `export const teas = [
  { name: 'green', steep: '2m', celsius: 75 },
  { name: 'oolong', steep: '3m30s', celsius: 88 },
  { name: 'black', steep: '4m', celsius: 96 },
  { name: 'herbal', steep: '6m', celsius: 100 },
];

export function findTea(name) {
  const tea = teas.find((candidate) => candidate.name === name.toLowerCase());
  if (!tea) throw new RangeError(\`${sample.noTea} \${teas.map((t) => t.name).join(', ')}\`);
  return tea;
}
`,

  'src/cli.js': `import { setTimeout as sleep } from 'node:timers/promises';
import { formatDuration, parseDuration } from './duration.js';
import { findTea, teas } from './teas.js';

const [wanted = 'green'] = process.argv.slice(2);

if (wanted === '--list') {
  for (const tea of teas) {
    const steep = formatDuration(parseDuration(tea.steep));
    console.log(\`\${tea.name.padEnd(8)} \${steep.padStart(5)}  \${tea.celsius} °C\`);
  }
} else {
  const tea = findTea(wanted);
  for (let left = parseDuration(tea.steep); left > 0; left -= 1) {
    process.stdout.write(\`\\r\${tea.name} \${formatDuration(left)} \`);
    await sleep(1000);
  }
  console.log('\\r${sample.ready}');
}
`,

  'test/duration.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDuration, parseDuration } from '../src/duration.js';

test('${sample.tests.together}', () => {
  assert.equal(parseDuration('4m30s'), 270);
});

test('${sample.tests.invalid}', () => {
  assert.throws(() => parseDuration('soon'), RangeError);
});

test('${sample.tests.twoDigits}', () => {
  assert.equal(formatDuration(245), '4:05');
});
`,

  'test/teas.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { parseDuration } from '../src/duration.js';
import { findTea, teas } from '../src/teas.js';

test('${sample.tests.valid}', () => {
  for (const tea of teas) assert.ok(parseDuration(tea.steep) > 0, tea.name);
});

test('${sample.tests.cases}', () => {
  assert.equal(findTea('Oolong').celsius, 88);
});
`,
});
