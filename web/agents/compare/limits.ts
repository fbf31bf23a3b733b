// How many models can be compared. With more, the columns would be too narrow to read.
export const MIN_MODELS = 2;
export const MAX_MODELS = 4;
