// One run of the bench: owns its temporary folder, and ends everything that it started.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Closer = () => Promise<unknown>;

export interface Lab {
  /** How often each figure is measured. */
  readonly repetitions: number;
  /** Absolute and without links; removed with the lab. */
  readonly root: string;
  /** Creates an empty folder in the root. */
  folder: (name: string) => Promise<string>;
  /** `close` is called when the lab closes, last registered first, even if it was called before. */
  onClose: (close: Closer) => void;
  /** Prints progress. */
  readonly report: (text: string) => void;
  /** Measures both sides in turn, as often as `repetitions`; each repetition swaps which side goes first. */
  takeTurns: (label: string, floor: () => Promise<void>, product: () => Promise<void>) => Promise<void>;
}

export interface OpenLab extends Lab {
  /** Ends everything that still runs and removes the folder. May be called again. */
  close: () => Promise<void>;
}

export async function openLab(options: {
  repetitions: number;
  report: (text: string) => void;
}): Promise<OpenLab> {
  const { repetitions, report } = options;
  const root = await realpath(await mkdtemp(join(tmpdir(), 'pi-panel-bench-')));
  const closers: Closer[] = [];
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    while (closers.length > 0) await closers.pop()?.();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  };
  return {
    ...options,
    root,
    async folder(name) {
      const path = join(root, name);
      await mkdir(path);
      return path;
    },
    onClose: (close) => void closers.push(close),
    close: () => (closing ??= closeAll()),
    async takeTurns(label, floor, product) {
      for (let repetition = 0; repetition < repetitions; repetition++) {
        report(`${label}, ${repetition + 1} of ${repetitions}`);
        // The sides swap in each repetition, because the second finds the machine as the first left it.
        const sides = repetition % 2 === 0 ? [floor, product] : [product, floor];
        for (const side of sides) await side();
      }
    },
  };
}
