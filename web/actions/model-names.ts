// The id and the display name of a model.
import type { Model } from '../../shared/pi/messages.ts';

export const modelId = ({ provider, id }: Model): string => `${provider}/${id}`;
export const nameOf = ({ name, id }: Model): string => name || id;
