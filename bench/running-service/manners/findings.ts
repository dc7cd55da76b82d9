/** The rows of the table that `bench:manners` prints. */
import type { Answer } from './client.ts';
import { jsonOf, textOf } from './client.ts';

export interface Finding {
  readonly call: string;
  readonly expected: string;
  readonly got: string;
  readonly ok: boolean;
}

const WIDTHS = { call: 66, expected: 58, got: 70 };

export class Findings {
  readonly all: Finding[] = [];

  add(call: string, expected: string, got: string, ok: boolean): void {
    this.all.push({ call, expected, got, ok });
  }

  /** One row for an answer. @param got  what the row says of it; default: status and code */
  check(call: string, expected: string, answer: Answer, ok: boolean, got = describe(answer)): void {
    this.add(call, expected, got, ok);
  }

  /** Runs a group of calls; an error in it is a row of its own. */
  async group(name: string, calls: () => Promise<void>): Promise<void> {
    try {
      await calls();
    } catch (error) {
      this.add(name, 'all calls are made', String(error), false);
    }
  }

  print(): void {
    const line = (call: string, expected: string, got: string, ok: string): string =>
      [call.padEnd(WIDTHS.call), expected.padEnd(WIDTHS.expected), cut(got).padEnd(WIDTHS.got), ok].join(' | ');
    console.log(line('call', 'expected', 'got', 'ok'));
    for (const { call, expected, got, ok } of this.all) console.log(line(call, expected, got, ok ? 'yes' : 'NO'));
  }
}

/** Status, and the problem's code where there is one. */
export const describe = (answer: Answer): string => `${answer.status} ${textOf(jsonOf(answer)['code'])}`.trim();

const cut = (text: string): string => {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= WIDTHS.got ? line : `${line.slice(0, WIDTHS.got - 1)}…`;
};
