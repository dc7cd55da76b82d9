/** A confidence as a number for people, the same in the editor and in lists. */

/** From here on, a percentage would look like certainty. */
const NEARLY_CERTAIN = 99;

/**
 * Whole percent, rounded up, so that a decision is at or below a threshold of whole percent exactly where its number is.
 */
export const percentOf = (confidence: number): string => {
  const percent = wholePercentOf(confidence);
  return percent > NEARLY_CERTAIN ? `${NEARLY_CERTAIN}+` : String(percent);
};

/** The same with its sign, 0.9 → "90%"; 1, which a caller alone decides, → "100%". */
export const formatConfidence = (confidence: number, language: string): string => {
  const isNearlyCertain = confidence < 1 && wholePercentOf(confidence) > NEARLY_CERTAIN;
  const percent = isNearlyCertain ? NEARLY_CERTAIN : wholePercentOf(confidence);
  return new Intl.NumberFormat(language, { style: 'percent' })
    .formatToParts(percent / 100)
    .map(({ type, value }) => (type === 'integer' && isNearlyCertain ? `${value}+` : value))
    .join('');
};

/** Not more than six decimals are served: 0.57 * 100 must stay 57. */
const wholePercentOf = (confidence: number): number => Math.ceil(Number((confidence * 100).toFixed(4)));
