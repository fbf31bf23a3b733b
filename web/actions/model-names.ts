// How a model is identified and what it is called.
import type { Model } from '../../shared/pi/messages.ts';

export const modelId = ({ provider, id }: Model): string => `${provider}/${id}`;
export const nameOf = ({ name, id }: Model): string => name || id;
