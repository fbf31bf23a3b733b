// Short sounds for what happens to agents, off unless the user wants them. Made by the browser: there is nothing to load.
import { NEWS_KINDS, type NewsKind, type NewsWishes } from '../../../shared/agent-news.ts';
import { usableLocks } from '../../lib/browser/locks.ts';
import { pause } from '../../lib/requests/pause.ts';
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

const stored = new Persisted<NewsWishes>({
  area: 'browser',
  key: 'pi-panel.sounds',
  parse: (value) => {
    const given = asObject(value);
    return Object.fromEntries(NEWS_KINDS.map((kind) => [kind, given[kind] === true])) as NewsWishes;
  },
});

/** Frequencies in Hz, one note after the other: a question rises, a failure falls, an end rests. */
const NOTES: Record<NewsKind, readonly number[]> = {
  waiting: [659, 880],
  failed: [392, 294],
  finished: [523, 659, 784],
};
const NOTE_S = 0.13;
const LOUDNESS = 0.12;
const RESUME_MS = 300;
/** The other tabs hear of the same news that much later. */
const TABS_MS = 500;

class Sounds {
  wishes = $state.raw<NewsWishes>(stored.get());
  #audio: AudioContext | null = null;

  change(wishes: NewsWishes): void {
    this.wishes = wishes;
    stored.set(wishes);
  }

  /** If the user wants to hear it; of several open tabs, one plays it. */
  async onNews(kind: NewsKind): Promise<void> {
    if (!this.wishes[kind]) return;
    const locks = await usableLocks();
    if (!locks) return this.play(kind);
    await locks.request('pi-panel.sound', { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      await this.play(kind);
      await pause(TABS_MS);
    });
  }

  /** Silent in a page that was not clicked since it was loaded: browsers want that. */
  async play(kind: NewsKind): Promise<void> {
    const audio = (this.#audio ??= new AudioContext());
    // Without a click, `resume` waits for one; the sound would come too late.
    await Promise.race([audio.resume(), pause(RESUME_MS)]);
    if (audio.state === 'running') ring(audio, NOTES[kind]);
  }
}

/** One for the page. Only lazy code uses it. */
export const sounds = new Sounds();

function ring(audio: AudioContext, notes: readonly number[]): void {
  notes.forEach((frequency, at) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const start = audio.currentTime + at * NOTE_S;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE_S);
  });
}
