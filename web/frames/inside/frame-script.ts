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
  const say = (message: FrameMessage, picture: Blob | null = null): void => {
    const text = JSON.stringify(message);
    if (text.length > MAX_FRAME_MESSAGE) return;
    const hasPicture = picture !== null && picture.size <= MAX_PICTURE_BYTES;
    port?.postMessage(hasPicture ? ({ message: text, picture } satisfies FramePicture) : text);
  };
  const look = async (): Promise<void> => {
    const picture = await pictureOf(null);
    say({ type: 'looked', tree: accessibleTree(document.documentElement, MAX_TREE / 2) }, picture);
  };
  const tellPlace = (): void =>
    say({
      type: 'place',
      title: document.title.slice(0, 200),
      address: (location.pathname + location.search + location.hash).slice(0, 4000),
    });
  const reportConsole = watchConsole(say);
  const picker = new Picker(say);

  addEventListener('message', ({ data, source, ports }) => {
    if (data !== FRAME_HELLO || source !== window.parent || !ports[0]) return;
    port = ports[0];
    port.onmessage = (event) => obey(JSON.parse(String(event.data)) as FrameOrder, { picker, look, say });
    tellPlace();
    reportConsole();
  });
  // '*': the page may have any address. Nothing secret is in it, and only the window around this one hears it.
  window.parent.postMessage(FRAME_HELLO, '*');
  watchPlace(tellPlace);
}

interface Parts {
  picker: Picker;
  look: () => Promise<void>;
  say: (message: FrameMessage) => void;
}

function obey(order: FrameOrder, { picker, look, say }: Parts): void {
  if (order.type === 'pick') picker.set(order.isOn);
  else if (order.type === 'look') void look();
  else if (order.type === 'show') showHtml(order.html, say);
  else if (order.type === 'reload' || isUsed(order.paths, document)) reloadInPlace();
}

/** Calls `onChange` when the title or the address has changed. */
function watchPlace(onChange: () => void): void {
  let last = '';
  const look = (): void => {
    const now = `${location.href}\n${document.title}`;
    if (now === last) return;
    last = now;
    onChange();
  };
  for (const event of ['DOMContentLoaded', 'load', 'hashchange', 'popstate']) addEventListener(event, look);
  // A router changes the address without an event.
  setInterval(look, 500);
}
