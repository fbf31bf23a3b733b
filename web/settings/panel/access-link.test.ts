import assert from 'node:assert/strict';
import test from 'node:test';
import { isOnlyThisMachine, linkTo } from './access-link.ts';

test('the link keeps the base path and has the token in its fragment, which browsers never send', () => {
  assert.equal(linkTo('https://hub.example/user/pi/', 'abc'), 'https://hub.example/user/pi/#t=abc');
  assert.equal(linkTo('http://localhost:4317/?x=1', ''), 'http://localhost:4317/');
});

test('only loopback addresses cannot be opened on another device', () => {
  for (const link of ['http://localhost:1/', 'http://127.0.0.1:4317/#t=a', 'http://[::1]:4317/'])
    assert.ok(isOnlyThisMachine(link), link);
  for (const link of ['https://panel.example/', 'https://192.168.1.5:4317/', 'https://localhost.example/'])
    assert.ok(!isOnlyThisMachine(link), link);
});
