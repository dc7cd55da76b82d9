/** Durations of the processing steps, from the log of `tearline start --log-steps`. */

interface Span {
  readonly begun: number;
  readonly ended: number;
}

/**
 * Duration of each step of a processing request in milliseconds; of a step with chunks, from the first start to the
 * last end.
 */
export function stepTimes(log: string, processingId: string): Readonly<Record<string, number>> {
  const spans = new Map<string, Span>();
  for (const line of log.split('\n')) {
    if (!line.startsWith('{') || !line.includes(processingId)) continue;
    // Lines of this form are written by bin/timed-steps.ts.
    const { event, time, step, ms } = JSON.parse(line) as { event?: string; time: string; step?: string; ms?: number };
    if (event !== 'step' || step === undefined || ms === undefined) continue;
    const ended = Date.parse(time);
    const { begun, ended: last } = spans.get(step) ?? { begun: Infinity, ended: -Infinity };
    spans.set(step, { begun: Math.min(begun, ended - ms), ended: Math.max(last, ended) });
  }
  return Object.fromEntries(Array.from(spans, ([step, { begun, ended }]) => [step, ended - begun]));
}
