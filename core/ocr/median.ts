/** The median of some numbers, the upper one of two; undefined without numbers. */
export const medianOf = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
