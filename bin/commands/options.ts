/** What the subcommands read from their command line. */
import { InvalidArgumentError } from 'commander';

export const DEFAULT_DATA_FOLDER = '.tearline';

const integerIn = (text: string, least: number, most: number): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > most) {
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  }
  return value;
};

export const portOption = (text: string): number => integerIn(text, 0, 65_535);
export const countOption = (text: string): number => integerIn(text, 1, 10_000);
export const daysOption = (text: string): number => integerIn(text, 1, 3650);

export const shareOption = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
};

/** `de,en` and repeated options alike. */
export const listOption = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text.split(',').map((part) => part.trim()).filter((part) => part !== ''),
];

export interface StartOptions {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly logSteps?: true;
}

export interface SplitOptions {
  readonly output: string;
  readonly mode: string;
  readonly documentCount?: number;
  readonly languages?: string[];
  readonly threshold?: number;
  readonly splitBefore?: string[];
  readonly json?: true;
  readonly quiet?: true;
}

export interface DoctorOptions {
  readonly data: string;
  readonly json?: true;
}
