// The parts of the frame that its first paint does without: one file, fetched right after it, so that they are there
// when they are needed, even if the server is not.
export { default as AfterStart } from './frame/AfterStart.svelte';
export { default as FrameRest } from './frame/FrameRest.svelte';
export { default as NoAgent } from './agent/NoAgent.svelte';
export { default as Notice } from './notices/Notice.svelte';
