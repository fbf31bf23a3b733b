// `/share` and `/bug`: what is shown first is what is sent, by the user's own GitHub CLI or to Radius.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after } from 'node:test';
import { readableExport } from '../../shared/exported-secrets.ts';
import type { BugReport, SentBugReport, Shared, ShareOffer } from '../../shared/sharing.ts';
import { isAtLeast } from '../../shared/pi/abilities.ts';
import { GithubCli } from '../panel/github-cli.ts';
import { Radius } from '../panel/radius.ts';
import { says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

const BASE64 = {
  decode: (text: string): string => Buffer.from(text, 'base64').toString(),
  encode: (text: string): string => Buffer.from(text).toString('base64'),
};
/** Assembled at run time, so that secret scanners do not report this file. */
const SECRET = `sk-${'a1B2'.repeat(8)}`;

const radius = await Radius.start();
after(() => radius.close());

/** Lets pi send to the local Radius, which its settings for tests forbid. */
const EXTENSION = `${radius.extension.replace('export default function () {}', '')}
export default function (pi) {
  pi.registerCommand('online', { description: 'online', handler: async () => {
    delete process.env.PI_OFFLINE;
    process.env.PI_RADIUS_GATEWAY = '${radius.url}';
  } });
}`;

const gh = await GithubCli.create();
after(() => gh.remove());
process.env['PATH'] = `${gh.folder}${path.delimiter}${process.env['PATH'] ?? ''}`;

const download = async (panel: Lab, id: string): Promise<string> =>
  (await panel.fetch(`agents/${panel.agent}/exports/${id}`)).text();

/** The reason for which a command was refused. */
async function refusal(panel: Lab, command: Parameters<Lab['tryCommand']>[0]): Promise<string> {
  const { body } = await panel.tryCommand(command);
  return (body.error as { message: string }).message;
}

onEveryPi({ extension: EXTENSION, versions: ['0.79.9', '0.87.1'] }, ({ pi, test }) => {
  test('a gist is exactly the file that was offered, sent by the user’s own GitHub CLI', async (panel) => {
    await gh.forget();
    await panel.converse('what is this', 'A project.');
    const offer = await panel.command<ShareOffer>({ type: 'panel_share' });
    assert.equal(offer.place, 'gist');
    assert.equal(offer.account, 'octocat on github.com');
    assert.equal(await gh.sent(), null, 'nothing is sent before it was shown');
    const shown = await download(panel, offer.download);
    assert.equal(Buffer.byteLength(shown), offer.bytes);
    assert.match(readableExport(shown, BASE64), /what is this[^]*A project\./);
    const shared = await panel.command<Shared>({
      type: 'panel_share_send',
      download: offer.download,
      isCleaned: false,
    });
    assert.deepEqual(shared, {
      url: 'https://pi.dev/session/#0123abcd',
      gist: 'https://gist.github.com/octocat/0123abcd',
    });
    assert.deepEqual(await gh.sent(), { name: 'session.html', text: shown });
    assert.match((await gh.calls()).at(-1)!, /^gist create --public=false /);
  });

  test('S-26: likely secrets are left out if the user wants that', async (panel) => {
    await panel.converse(`my key is ${SECRET}`, 'Noted.');
    const { download: id } = await panel.command<ShareOffer>({ type: 'panel_share' });
    await panel.command({ type: 'panel_share_send', download: id, isCleaned: true });
    const text = readableExport((await gh.sent())!.text, BASE64);
    assert.ok(!text.includes(SECRET));
    assert.match(text, /my key is \[removed\]/);
  });

  test('a GitHub CLI that is missing, signed out or refused is named, with what to do', async (panel) => {
    await panel.converse('hello', 'Hello.');
    const { download: id } = await panel.command<ShareOffer>({ type: 'panel_share' });
    await gh.set('refuses');
    assert.match(
      await refusal(panel, { type: 'panel_share_send', download: id, isCleaned: false }),
      /^The gist was not created: HTTP 401: Bad credentials$/,
    );
    await gh.set('signed-out');
    assert.match(await refusal(panel, { type: 'panel_share' }), /run gh auth login/);
    await gh.set(null);
    await gh.uninstall();
    const found = await refusal(panel, { type: 'panel_share' });
    await gh.install();
    // A machine may have a real one, which is not signed in here.
    assert.match(found, /which is not installed: https:\/\/cli\.github\.com$|run gh auth login/);
    const unknown = await refusal(panel, { type: 'panel_share_send', download: 'x', isCleaned: false });
    assert.match(unknown, /no longer kept/);
  });

  if (isAtLeast(pi.version, '1.3.0'))
    test('with a sign-in to Radius, the session goes there, with the prompt and the tools', async (panel) => {
      const auth = path.join(panel.folders.agentDir, 'auth.json');
      await writeFile(auth, JSON.stringify({ radius: { type: 'api_key', key: 'radius-key' } }));
      await panel.restart();
      await panel.until('pi is ready', ({ ready }) => ready);
      await panel.converse('for the team', 'Fine.');
      const offer = await panel.command<ShareOffer>({ type: 'panel_share' });
      assert.equal(offer.place, 'radius');
      const shown = await download(panel, offer.download);
      const { url } = await panel.command<Shared>({
        type: 'panel_share_send',
        download: offer.download,
        isCleaned: false,
      });
      assert.equal(url, 'https://radius.pi.dev/a/1');
      const { url: route, authorization: token, body } = radius.taken.pop()!;
      assert.equal(route, '/v1/artifacts?visibility=organization&title=Pi+session');
      assert.equal(token, 'Bearer radius-key');
      assert.equal(body, shown);
      const entries = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; customType?: string; data?: object });
      assert.equal(entries[0]?.type, 'session');
      assert.deepEqual(Object.keys(entries.at(-1)?.data ?? {}), ['systemPrompt', 'tools']);
      await writeFile(auth, '{}');
      await panel.restart();
      await panel.until('pi is ready', ({ ready }) => ready);
    });

  if (!isAtLeast(pi.version, '0.86.0'))
    test('a pi without bug reports is named as such', async (panel) => {
      assert.match(
        await refusal(panel, { type: 'panel_bug', hint: '', withSession: false, withSummary: false }),
        /takes pi 0\.86 or newer/,
      );
    });
  else {
    const prepare = (panel: Lab, what: object = {}): Promise<BugReport> =>
      panel.command<BugReport>({
        type: 'panel_bug',
        hint: 'It stops.',
        withSession: false,
        withSummary: false,
        ...what,
      });

    test('a bug report has what pi collects, and the conversation only if the user wants that', async (panel) => {
      await panel.converse('a private word', 'An answer.');
      const { files, isOffline } = await prepare(panel);
      assert.deepEqual(
        files.map(({ name }) => name),
        ['report.json', 'diagnostics.json'],
      );
      assert.equal(isOffline, true);
      const report = JSON.parse(files[0]!.text) as { hint: string; environment: { version: string } };
      assert.equal(report.hint, 'It stops.');
      assert.equal(report.environment.version, pi.version);
      assert.ok(!files.some(({ text }) => text.includes('a private word')));
      const whole = await prepare(panel, { withSession: true });
      assert.match(whole.files.find(({ name }) => name === 'session.jsonl')!.text, /a private word/);
    });

    test('the model writes a summary if the user wants that', async (panel) => {
      await panel.converse('do it', 'Done.');
      panel.model.queue([says('## What went wrong\nNothing.')]);
      const { files } = await prepare(panel, { withSummary: true });
      assert.equal(files.at(-1)?.name, 'summary.md');
      assert.equal(files.at(-1)?.text, '## What went wrong\nNothing.\n');
    });

    test('a report is downloaded as one zip file, and noted in the session as pi does', async (panel) => {
      await panel.converse('one', 'One.');
      const report = await prepare(panel);
      await panel.command<SentBugReport>({ type: 'panel_bug_send', download: report.download, to: 'zip' });
      const zip = await download(panel, report.download);
      assert.ok(zip.startsWith('PK'));
      const { entries } = await panel.command<{ entries: { customType?: string; data?: { id: string } }[] }>({
        type: 'get_entries',
      });
      assert.equal(entries.find(({ customType }) => customType === 'pi.bug-report')?.data?.id, report.id);
    });

    test('an upload sends the files that were shown, and a refusal leaves them for a zip file', async (panel) => {
      await panel.converse('two', 'Two.');
      const offline = await prepare(panel);
      assert.match(
        await refusal(panel, { type: 'panel_bug_send', download: offline.download, to: 'upload' }),
        /PI_OFFLINE/,
      );
      await panel.command({ type: 'prompt', message: '/online' });
      const report = await prepare(panel, { withSession: true });
      assert.equal(report.host, new URL(radius.url).host);
      radius.isRefusing = true;
      assert.equal(
        await refusal(panel, { type: 'panel_bug_send', download: report.download, to: 'upload' }),
        'The report was not uploaded: Full up',
      );
      radius.isRefusing = false;
      const { id } = await panel.command<SentBugReport>({
        type: 'panel_bug_send',
        download: report.download,
        to: 'upload',
      });
      assert.equal(id, 'bug-1');
      const { url, body } = radius.taken.pop()!;
      assert.equal(url, '/v1/bug-reports');
      for (const { name, text } of report.files) {
        assert.ok(body.includes(`filename="${name}"`), name);
        assert.ok(body.includes(text), name);
      }
    });
  }
});
