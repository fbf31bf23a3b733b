// The signs and words for the ways in which a file can change.
import type { ChangeKind } from '../../../shared/changes.ts';
import type { Text } from '../../language/text.ts';

export const KIND_SIGNS: Record<ChangeKind, string> = {
  created: 'A',
  modified: 'M',
  deleted: 'D',
  renamed: 'R',
  mode: 'X',
};

export const KIND_WORDS: Record<ChangeKind, Text> = {
  created: 'new',
  modified: 'changed',
  deleted: 'deleted',
  renamed: 'renamed',
  mode: 'permissions changed',
};
