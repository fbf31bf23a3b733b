// The words for the two lanes of the queue, on the rows, the buttons and the settings.
import type { Lane } from '../../shared/view/queue.ts';

interface LaneWords {
  word: string;
  /** On a button. */
  action: string;
  /** When a message in this lane reaches the model. */
  when: string;
}

export const LANE_WORDS: Record<Lane, LaneWords> = {
  steer: { word: 'Steer', action: 'Steer', when: 'after this turn’s tools' },
  followUp: { word: 'Follow-up', action: 'Follow up', when: 'when the agent is done' },
};
