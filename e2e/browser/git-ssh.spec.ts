// A remote on another machine, over a real ssh to a local sshd: its unknown host, the passphrase of the key, and the commits
// of a colleague.
import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolders } from '../panel/folders.ts';
import { startSshd, whyNoSshd } from '../panel/sshd.ts';
import { commitAll, git, HAS_GIT, NO_GIT } from './git.ts';
import { button } from './page.ts';
import { expect, test } from './panel.ts';
import { addRemote, gitIn, programs, show, source } from './source-page.ts';

test.skip(!HAS_GIT, NO_GIT);
test.skip(whyNoSshd !== false, whyNoSshd || '');
test.slow(HAS_GIT, 'it starts hundreds of gits');
test.use({ panelOptions: { files: { 'a.txt': 'one\n' } } });

test('over ssh, the page asks about an unknown host and for a passphrase, then commits are pushed and pulled', async ({
  page,
  panel,
}) => {
  const { root, workspace: home } = await makeFolders({ files: {}, settings: {} });
  const sshd = await startSshd(home, {});
  try {
    const key = path.join(home, '.ssh', 'key');
    execFileSync('ssh-keygen', ['-q', '-p', '-P', '', '-N', 'open sesame', '-f', key]);
    commitAll(panel);
    const { bare, pushFromElsewhere } = addRemote(panel);
    git(panel, 'remote', 'set-url', 'origin', `ssh://far${bare}`);
    const ssh = `ssh -F ${sshd.config} -o StrictHostKeyChecking=ask -o IdentityAgent=none -o IdentitiesOnly=yes`;
    git(panel, 'config', 'core.sshCommand', ssh);
    git(panel, 'commit', '-q', '--allow-empty', '-m', 'ours');
    await show(page, panel);
    await button(source(page), 'Push').click();
    await expect(programs(page)).toContainText('core.sshcommand');
    await button(programs(page), 'Run them').click();

    const question = source(page).getByRole('form', { name: 'Question from git' });
    await expect(question).toContainText('The authenticity of host');
    await button(question, 'Yes, continue').click();
    await expect(question).toContainText('Enter passphrase for key');
    await question.getByLabel('Answer to git').fill('open sesame');
    await button(question, 'Answer').click();
    await expect(source(page)).toContainText('up to date with origin/main');
    expect(gitIn(bare, 'log', '-1', '--format=%s', 'main')).toBe('ours\n');

    pushFromElsewhere('b.txt');
    await button(source(page), 'Pull').click();
    await expect(question).toContainText('Enter passphrase for key');
    await question.getByLabel('Answer to git').fill('open sesame');
    await button(question, 'Answer').click();
    await expect(source(page).getByRole('list', { name: 'Commits' })).toContainText('b.txt of a colleague');
    expect(await panel.read('b.txt')).toBe('theirs\n');

    await sshd.cut();
    await button(source(page), 'Fetch').click();
    await expect(source(page).getByRole('alert')).toContainText('Connection refused');
  } finally {
    await sshd.close();
    await rm(root, { recursive: true, force: true });
  }
});
