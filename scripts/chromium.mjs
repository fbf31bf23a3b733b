// Owns .cache/chromium: a Chromium for bare Linux machines (AWS Lambda) that comes as an npm package with its
// libraries. Fetched only as a last resort, and never a dependency (67 MB).
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';

const scripts = dirname(fileURLToPath(import.meta.url));
const home = join(dirname(scripts), '.cache', 'chromium');
const unpacked = join(home, 'unpacked');

/**
 * The executable and the environment that it needs. Throws on platforms without such a build.
 * @returns {{ executablePath: string, env: Record<string, string> }}
 */
export function fetchChromium() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') {
    throw new Error(`not available for ${process.platform}-${process.arch}`);
  }
  if (!existsSync(unpacked)) unpack();
  return {
    executablePath: join(unpacked, 'chromium'),
    env: { LD_LIBRARY_PATH: libraryPath(), FONTCONFIG_FILE: writeFontsConf() },
  };
}

function unpack() {
  console.error('pi-panel: fetching a Chromium from the npm registry into .cache/chromium (once, 70 MB) ...');
  mkdirSync(home, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(scripts, 'chromium', file), join(home, file));
  }
  npm(['ci', '--include=prod', '--ignore-scripts'], home);
  // The package unpacks into TMPDIR under fixed names, which anyone could have put into the shared folder.
  const fresh = `${unpacked}.${process.pid}`;
  mkdirSync(fresh);
  const script = `import('@sparticuz/chromium').then((package_) => package_.default.executablePath())`;
  const result = spawnSync(process.execPath, ['-e', script], {
    cwd: home,
    encoding: 'utf8',
    // It unpacks its libraries (nss and others) only on AWS Lambda.
    env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  if (result.status !== 0) throw new Error(`unpacking @sparticuz/chromium failed: ${result.stderr}`);
  rmSync(unpacked, { recursive: true, force: true });
  renameSync(fresh, unpacked);
  rmSync(join(home, 'node_modules'), { recursive: true });
}

function libraryPath() {
  const own = join(unpacked, 'al2023', 'lib');
  return process.env.LD_LIBRARY_PATH ? `${own}:${process.env.LD_LIBRARY_PATH}` : own;
}

/** The package's fonts.conf names folders of AWS Lambda, and a machine may have no fonts at all. */
function writeFontsConf() {
  const file = join(home, 'fonts.conf');
  const folders = [join(unpacked, 'fonts', 'fonts'), '/usr/share/fonts'];
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>`).join('\n')}
  <cachedir>${escapeXml(join(home, 'fontconfig'))}</cachedir>
</fontconfig>
`,
  );
  return file;
}

/** @param {string} text */
function escapeXml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
