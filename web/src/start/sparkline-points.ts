/**
 * The points of a line that shows the course of some values, for the attribute `points` of an SVG polyline. The highest
 * value touches the upper edge, zero the lower one.
 * @param values  none is negative
 */
export const sparklinePoints = (values: readonly number[], width: number, height: number): string => {
  const highest = Math.max(1, ...values);
  const step = values.length < 2 ? 0 : width / (values.length - 1);
  return values
    .map((value, index) => `${(index * step).toFixed(1)},${(height * (1 - value / highest)).toFixed(1)}`)
    .join(' ');
};
