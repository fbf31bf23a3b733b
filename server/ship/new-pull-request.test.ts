import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPullRequest } from './new-pull-request.ts';

test('each host has its own page for a new pull request, whatever form the address of the remote has', () => {
  const github = 'https://github.com/o/r/compare/work/%C3%A4%231?expand=1';
  for (const [remote, url] of [
    ['https://github.com/o/r.git', github],
    ['https://name:token@github.com/o/r', github],
    ['git@github.com:o/r.git', github],
    ['ssh://git@github.com:22/o/r.git/', github],
    ['github.com:o/r', github],
    ['git://github.com/o/r.git', github],
    [
      'https://gitlab.example.org:8443/group/sub/r.git',
      'https://gitlab.example.org:8443/group/sub/r/-/merge_requests/new?merge_request%5Bsource_branch%5D=work/%C3%A4%231',
    ],
    ['git@bitbucket.org:o/r.git', 'https://bitbucket.org/o/r/pull-requests/new?source=work/%C3%A4%231'],
    ['ssh://git@codeberg.org/o/r.git', 'https://codeberg.org/o/r/compare/work/%C3%A4%231'],
    ['https://gitea.example.org/o/r', 'https://gitea.example.org/o/r/compare/work/%C3%A4%231'],
    [
      'git@ssh.dev.azure.com:v3/org/My%20Project/r',
      'https://dev.azure.com/org/My%20Project/_git/r/pullrequestcreate?sourceRef=work/%C3%A4%231',
    ],
    [
      'https://org@dev.azure.com/org/p/_git/r',
      'https://dev.azure.com/org/p/_git/r/pullrequestcreate?sourceRef=work/%C3%A4%231',
    ],
  ] as const)
    assert.equal(newPullRequest(remote, 'work/ä#1')?.url, url, remote);
});

test('a folder, another host and an address that is none have no such page', () => {
  for (const remote of [
    ...['/home/x/github.com/r.git', '../github.com', 'file:///github.com/o/r', 'C:\\github.com\\r', ''],
    ...[
      'https://example.org/o/r',
      'https://github.com',
      'ext::ssh github.com o/r',
      'https://notgithub.com/o/r',
    ],
    ...['javascript://github.com/o/r', 'https://[github.com/o/r'],
  ])
    assert.equal(newPullRequest(remote, 'main'), null, remote);
});
