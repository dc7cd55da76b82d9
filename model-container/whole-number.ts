/**
 * A whole number as an environment variable or an option gives it.
 * @param name what it is called where it was given, for the message
 * @throws RangeError where `text` is none, or not from `least` to `most`
 */
export function wholeNumber(name: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} is ${text}: it must be a whole number from ${least} to ${most}.`);
  return value;
}
