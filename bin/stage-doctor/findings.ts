/** What `tearline doctor --stage` finds, and how it is printed. */

export interface Finding {
  readonly what: string;
  /** `missing`: the deployment fails or does not work; `note`: it works with the restriction in `text`; `unknown`: could not be asked. */
  readonly status: 'ok' | 'note' | 'missing' | 'unknown';
  /** What was found. */
  readonly found: string;
  /** What the settings of the stage need. */
  readonly needed?: string;
  /** What to do, as a sentence. */
  readonly advice?: string;
  /** The command that does it. */
  readonly command?: string;
}

const LABELS = { ok: 'ok     ', note: 'note   ', missing: 'MISSING', unknown: 'unknown' } as const;
const INDENT = ' '.repeat(9);

const withDot = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** One line for a finding, and below it what to do. */
export const printed = (findings: readonly Finding[]): string => {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const isWide = findings.some(({ needed }) => needed !== undefined);
  return findings
    .flatMap(({ what, status, found, needed, advice, command }) => [
      `${LABELS[status]}  ${what.padEnd(width)}  ${found}${isWide && needed !== undefined ? ` (needed: ${needed})` : ''}`,
      ...(advice === undefined ? [] : [`${INDENT}→ ${withDot(advice)}`]),
      ...(command === undefined ? [] : [`${INDENT}  ${command}`]),
    ])
    .join('\n');
};

/** A finding that needs an answer of AWS. Where there is none, it says why. */
export const asked = async (
  what: string,
  ask: () => Promise<Finding | readonly Finding[]>,
  readable: (error: unknown) => string,
): Promise<readonly Finding[]> => {
  try {
    return [await ask()].flat();
  } catch (error) {
    return [{ what, status: 'unknown', found: readable(error) }];
  }
};
