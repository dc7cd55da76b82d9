/** Where the time goes: what `tearline start --log-steps` prints, added up by step. */

/** Milliseconds by step of one processing request. Chunks of a step run side by side: the sum can be more than the time that passed. */
export function stepTimes(log: string, processingId: string): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const line of log.split('\n')) {
    if (!line.startsWith('{') || !line.includes(processingId)) continue;
    // Lines of this form are written by bin/timed-steps.ts.
    const entry = JSON.parse(line) as { event?: string; step?: string; ms?: number };
    if (entry.event === 'step' && entry.step !== undefined) times[entry.step] = (times[entry.step] ?? 0) + (entry.ms ?? 0);
  }
  return times;
}
