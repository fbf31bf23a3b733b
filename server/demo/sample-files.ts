// The sample project, its files by path: small, realistic, and with one bug that its own tests find.

/** The fix that the tour makes. `oldText` is in the file exactly once. */
export const sampleFix = {
  path: 'src/duration.js',
  oldText: '  return `${minutes}:${rest}`;',
  newText: "  return `${minutes}:${String(rest).padStart(2, '0')}`;",
};

export const sampleFiles: Readonly<Record<string, string>> = {
  'README.md': `# tea-timer

Shows how long a tea should steep, and counts down.

\`\`\`sh
node src/cli.js green      # 2:00, counting down
node src/cli.js --list
npm test                   # needs only Node
\`\`\`
`,

  'package.json': `{
  "name": "tea-timer",
  "version": "0.3.0",
  "description": "A sample project of pi-panel",
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

  'src/duration.js': `/** Parses '4m30s', '90s', or '2m' and returns seconds. */
export function parseDuration(text) {
  const match = /^(?:(\\d+)m)?(?:(\\d+)s)?$/.exec(text.trim());
  if (!match || !match[0]) throw new RangeError(\`'\${text}' is not a duration such as 4m30s\`);
  const [, minutes = 0, seconds = 0] = match;
  return Number(minutes) * 60 + Number(seconds);
}

/** Formats seconds as minutes and seconds, like a kitchen timer. */
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
  if (!tea) throw new RangeError(\`No tea is called '\${name}'; there are \${teas.map((t) => t.name).join(', ')}\`);
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
  console.log('\\rYour tea is ready.');
}
`,

  'test/duration.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDuration, parseDuration } from '../src/duration.js';

test('minutes and seconds are parsed together', () => {
  assert.equal(parseDuration('4m30s'), 270);
});

test('an invalid duration is rejected', () => {
  assert.throws(() => parseDuration('soon'), RangeError);
});

test('seconds below ten have two digits', () => {
  assert.equal(formatDuration(245), '4:05');
});
`,

  'test/teas.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { parseDuration } from '../src/duration.js';
import { findTea, teas } from '../src/teas.js';

test('every tea has a valid time', () => {
  for (const tea of teas) assert.ok(parseDuration(tea.steep) > 0, tea.name);
});

test('a tea is found in upper and lower case', () => {
  assert.equal(findTea('Oolong').celsius, 88);
});
`,
};
