// How many models can be compared: the columns of more would be too narrow to read.
export const MIN_MODELS = 2;
export const MAX_MODELS = 4;
