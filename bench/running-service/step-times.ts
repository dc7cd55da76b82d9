/** Where the time goes: what `tearline start --log-steps` prints, by step. */

interface Span {
  readonly begun: number;
  readonly ended: number;
}

/** Milliseconds from the begin of a step to its end, of one processing request; of a step with chunks from the first's begin to the last's end. */
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
