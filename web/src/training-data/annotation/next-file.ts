/** From file to file in the queue of those that wait for their annotation. */

/**
 * The file after, or before, the current one. The list begins anew at its end, so that files that were passed over come
 * again.
 * @param ids  of the files that wait, ascending; the current one may have left them
 * @returns undefined where no other file waits
 */
export const neighbourOf = (ids: readonly string[], current: string, by: 1 | -1): string | undefined => {
  const others = ids.filter((id) => id !== current);
  return by === 1
    ? (others.find((id) => id > current) ?? others[0])
    : (others.findLast((id) => id < current) ?? others.at(-1));
};
