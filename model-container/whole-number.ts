/**
 * Parses an integer from an environment variable or a command-line option.
 * @param name  of the variable or option, for the message
 * @throws RangeError where `text` is not an integer from `least` to `most`
 */
export function wholeNumber(name: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} is ${text}: it must be a whole number from ${least} to ${most}.`);
  return value;
}
