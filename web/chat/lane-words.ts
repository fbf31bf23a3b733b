// The words for the two lanes of the queue, used in rows, buttons and settings.
import { type Text } from '../language/text.ts';
import type { Lane } from '../../shared/view/queue.ts';

interface LaneWords {
  word: Text;
  /** Says when a message in this lane reaches the model. */
  reaches: Text;
}

export const LANE_WORDS: Record<Lane, LaneWords> = {
  steer: { word: 'Steer', reaches: 'Reaches the agent after this turn’s tools' },
  followUp: { word: 'Follow-up', reaches: 'Reaches the agent when the agent is done' },
};
