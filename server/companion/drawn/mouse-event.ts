// Turns reports of the mouse, as a terminal sends them, into the form that components of pi >= 0.87 take.

/** SGR: button, column and row from 1, `M` for a press and `m` for a release. */
// eslint-disable-next-line no-control-regex -- it is one
const REPORT = /^\x1b\[<(\d+);(\d+);(\d+)([Mm])$/;
const BUTTONS = ['left', 'middle', 'right', 'none'] as const;

interface Bounds {
  columns: number;
  rows: number;
}

/**
 * Returns the events in `data`, or none for anything but a report of the mouse. A terminal reports no clicks, so a
 * release is followed by one, as in pi.
 */
export function mouseEventsIn(data: string, { columns, rows }: Bounds): object[] {
  const report = REPORT.exec(data);
  if (!report) return [];
  const [code, x, y] = [Number(report[1]), Number(report[2]) - 1, Number(report[3]) - 1];
  const isWheel = (code & 64) !== 0;
  const isMove = (code & 32) !== 0;
  const button = isWheel ? 'none' : BUTTONS[code & 3]!;
  const isRelease = report[4] === 'm';
  const event = {
    type: typeOf({ isWheel, isMove, isRelease, hasButton: button !== 'none' }),
    button,
    x,
    y,
    screenX: x,
    screenY: y,
    width: columns,
    height: rows,
    shift: (code & 4) !== 0,
    alt: (code & 8) !== 0,
    ctrl: (code & 16) !== 0,
    ...(isWheel && { wheelDelta: code & 1 ? 1 : -1 }),
  };
  return isRelease ? [event, { ...event, type: 'click', clickCount: 1 }] : [event];
}

interface Kind {
  isWheel: boolean;
  isMove: boolean;
  isRelease: boolean;
  hasButton: boolean;
}

function typeOf({ isWheel, isMove, isRelease, hasButton }: Kind): string {
  if (isWheel) return 'wheel';
  if (isRelease) return 'release';
  if (isMove) return hasButton ? 'drag' : 'move';
  return 'press';
}
