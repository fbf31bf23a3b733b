// Short sounds for events of agents. They are off by default. The browser synthesizes them, so nothing has to be
// loaded.
import { NEWS_KINDS, type NewsKind, type NewsChoices } from '../../../shared/agent-news.ts';
import { usableLocks } from '../../lib/browser/locks.ts';
import { pause } from '../../lib/requests/pause.ts';
import { asObject, Persisted } from '../../lib/storage/persisted.ts';

const stored = new Persisted<NewsChoices>({
  area: 'browser',
  key: 'pi-panel.sounds',
  parse: (value) => {
    const given = asObject(value);
    return Object.fromEntries(NEWS_KINDS.map((kind) => [kind, given[kind] === true])) as NewsChoices;
  },
});

/** The frequencies of the notes in Hz. They rise for a question, fall for a failure, and form a chord for an end. */
const NOTES: Record<NewsKind, readonly number[]> = {
  waiting: [659, 880],
  failed: [392, 294],
  finished: [523, 659, 784],
};
const NOTE_S = 0.13;
const LOUDNESS = 0.12;
const RESUME_MS = 300;
/** How much later other tabs may get the same event. */
const TABS_MS = 500;

export class Sounds {
  wishes = $state.raw<NewsChoices>(stored.get());
  #audio: AudioContext | null = null;

  change(wishes: NewsChoices): void {
    this.wishes = wishes;
    stored.set(wishes);
  }

  /** Plays the sound if the user has turned it on. If several tabs are open, only one of them plays it. */
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

  /** Plays the sound, unless the user has not clicked on the page yet, because browsers do not allow it before that. */
  async play(kind: NewsKind): Promise<void> {
    const audio = (this.#audio ??= new AudioContext());
    // Before the first click, `resume` stays pending until that click. The sound would then come too late.
    await Promise.race([audio.resume(), pause(RESUME_MS)]);
    if (audio.state === 'running') playNotes(audio, NOTES[kind]);
  }
}

/** The instance of this page. Only lazily loaded code uses it. */
export const sounds = new Sounds();

function playNotes(audio: AudioContext, notes: readonly number[]): void {
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
