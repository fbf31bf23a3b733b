// Runs first in every HTML document of a frame, and talks to the page over a port that the page opens. What else runs
// in the document may replace every part of this, so the page trusts nothing of it.
import {
  FRAME_HELLO,
  MAX_FRAME_MESSAGE,
  MAX_PICTURE_BYTES,
  MAX_TREE,
  type FrameMessage,
  type FrameOrder,
} from '../../../shared/frames.ts';
import type { FramePicture } from '../box/frame-messages.ts';
import { accessibleTree } from './accessible-tree.ts';
import { watchConsole } from './console-watch.ts';
import { reloadInPlace, restorePlace } from './keep-scroll.ts';
import { NestedFrames } from './nested-frames.ts';
import { Picker } from './picker.ts';
import { pictureOf } from './picture-of.ts';
import { showHtml } from './show-html.ts';
import { isUsed } from './used-files.ts';

// A window that the frame has opened has no page around it.
if (window.parent !== window) begin();

function begin(): void {
  // What looks at the document, such as a framework that takes over HTML of a server, should not find the script.
  document.currentScript?.remove();
  restorePlace();
  let port: MessagePort | null = null;
  const say = (message: FrameMessage, picture: Blob | null = null): boolean => {
    const text = JSON.stringify(message);
    if (port === null || text.length > MAX_FRAME_MESSAGE) return false;
    const hasPicture = picture !== null && picture.size <= MAX_PICTURE_BYTES;
    port.postMessage(hasPicture ? ({ message: text, picture } satisfies FramePicture) : text);
    return true;
  };
  const look = async (): Promise<void> => {
    const picture = await pictureOf(null);
    say({ type: 'looked', tree: accessibleTree(document.documentElement, MAX_TREE / 2) }, picture);
  };
  const tellPlace = (): void => {
    say({
      type: 'place',
      title: document.title.slice(0, 200),
      address: (location.pathname + location.search + location.hash).slice(0, 4000),
      hasOthers: nested.hasOthers(),
    });
  };
  const { report, add } = watchConsole(say);
  const nested = new NestedFrames({ say, onConsole: add, onPickEnd: () => setPicking(false) });
  const picker = new Picker({
    say,
    onEnd: () => nested.order({ type: 'pick', isOn: false }),
    isHeard: (frame) => nested.isHeard(frame),
  });
  const setPicking = (isOn: boolean): void => {
    picker.set(isOn);
    nested.order({ type: 'pick', isOn });
  };

  addEventListener('message', (message) => {
    nested.receive(message);
    const { source, ports } = message;
    if (message.data !== FRAME_HELLO || source !== window.parent || !ports[0]) return;
    port = ports[0];
    port.onmessage = (event) =>
      obey(JSON.parse(String(event.data)) as FrameOrder, { setPicking, nested, look, say });
    tellPlace();
    report();
  });
  // '*': the page may have any address. Nothing secret is in it, and only the window around this one hears it.
  window.parent.postMessage(FRAME_HELLO, '*');
  watchPlace(tellPlace, () => String(nested.hasOthers()));
}

interface Parts {
  setPicking: (isOn: boolean) => void;
  nested: NestedFrames;
  look: () => Promise<void>;
  say: (message: FrameMessage) => void;
}

function obey(order: FrameOrder, { setPicking, nested, look, say }: Parts): void {
  if (order.type === 'pick') setPicking(order.isOn);
  else if (order.type === 'look') void look();
  else if (order.type === 'show') showHtml(order.html, say);
  else if (order.type === 'reload' || isUsed(order.paths, document)) reloadInPlace();
  else nested.order(order);
}

/** Calls `onChange` when the title, the address or what `state` returns has changed. */
function watchPlace(onChange: () => void, state: () => string): void {
  let last = '';
  const look = (): void => {
    const now = [location.href, document.title, state()].join('\n');
    if (now === last) return;
    last = now;
    onChange();
  };
  for (const event of ['DOMContentLoaded', 'load', 'hashchange', 'popstate']) addEventListener(event, look);
  // A router changes the address without an event.
  setInterval(look, 500);
}
