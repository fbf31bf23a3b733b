import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knownHosts } from './known-hosts.ts';

test('on a socket a known name is admitted at any port, like loopback, and other names are not', () => {
  const { checkHost } = knownHosts({
    port: () => 0,
    transport: 'socket',
    allowedHosts: ['panel.example', 'fixed.example:8443'],
  });
  const isAdmitted = (host: string): boolean =>
    checkHost({ method: 'GET', target: '/', all: () => [host] }) === undefined;
  for (const host of ['localhost:1', '[::1]:2', 'panel.example', 'Panel.Example:8080', 'fixed.example:8443'])
    assert.ok(isAdmitted(host), host);
  const others = [
    'fixed.example',
    'fixed.example:1',
    'evil.panel.example:1',
    'panel.example:1:1',
    'localhost.evil',
  ];
  for (const host of others) assert.ok(!isAdmitted(host), host);
});
