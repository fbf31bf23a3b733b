import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isYesOrNo } from './git-question.ts';

test('a question about an unknown host is answered with a button, and every other one is typed', () => {
  const host =
    "The authenticity of host 'x (1.2.3.4)' can't be established.\nED25519 key fingerprint is SHA256:x.\n";
  assert.equal(
    isYesOrNo(`${host}Are you sure you want to continue connecting (yes/no/[fingerprint])?`),
    true,
  );
  assert.equal(isYesOrNo(`${host}Are you sure you want to continue connecting (yes/no)? `), true);
  assert.equal(isYesOrNo("Please type 'yes', 'no' or the fingerprint:"), false);
  assert.equal(isYesOrNo("Username for 'https://x (yes/no)/':"), false);
});
