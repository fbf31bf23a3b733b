// The ways in which a file under review is shown.
import Columns2 from '@lucide/svelte/icons/columns-2';
import FileText from '@lucide/svelte/icons/file-text';
import Rows2 from '@lucide/svelte/icons/rows-2';
import type { Component } from 'svelte';
import type { Text } from '../../language/text.ts';
import type { FileView } from './view-switch.svelte.ts';

export const FILE_VIEWS: readonly { value: FileView; label: Text; Icon: Component<{ size: number }> }[] = [
  { value: 'inline', label: 'Inline', Icon: Rows2 },
  { value: 'sides', label: 'Side by side', Icon: Columns2 },
  { value: 'whole', label: 'Whole file', Icon: FileText },
];
