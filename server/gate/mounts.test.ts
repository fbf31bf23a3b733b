import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMount, stripMount } from './mounts.ts';

test('a base path may have every character of a path, and no dots, slashes or controls in disguise', () => {
  for (const good of [
    '/panel',
    '/@owner/workspace.agent/apps/slug',
    '/user/a%40b/proxy/1',
    '/~me',
    "/a-b_c.d!$&'()*+,;=:@",
  ])
    assert.equal(parseMount(good), good);
  assert.equal(parseMount('/panel//'), '/panel');
  assert.equal(parseMount('/'), '');
  for (const bad of [
    'panel',
    '//evil.test',
    '/a//b',
    '/a/../b',
    '/./a',
    '/%2e%2e',
    '/a%2fb',
    '/a%5cb',
    '/a%00',
    '/a b',
    '/ä',
    '/a?b',
    '/a#b',
    '/%ff',
    '/%4',
    'http://x/',
  ])
    assert.equal(parseMount(bad), null, bad);
});

test('a path is stripped of its mount, however it is encoded, and is otherwise unchanged', () => {
  const mounts = ['/user/a%40b/panel', '/panel', ''];
  for (const path of [
    '/user/a@b/panel/api/x',
    '/user/a%40b/panel/api/x',
    '/%70anel/api/x',
    '/panel/api/x',
    '/api/x',
  ])
    assert.equal(stripMount(path, mounts), '/api/x', path);
  assert.equal(stripMount('/panel/', mounts), '/');
  assert.equal(stripMount('/panel/panel/x', mounts), '/panel/x', 'once only');
  for (const path of ['/panel', '/panelx/api', '/user/a/panel/x', '/%zz/panel/x', '/'])
    assert.equal(stripMount(path, mounts), path);
});
