/** Options of the subcommands. */
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { isWebOrigin } from '../../lambdas/api/cross-origin.ts';

export const DEFAULT_DATA_FOLDER = '.tearline';

/** Options of the commands on a data folder. */
export const withData = (command: Command): Command =>
  command
    .option('--data <dir>', 'data folder of the service', DEFAULT_DATA_FOLDER)
    .option('--json', 'print one JSON value');

/** Option of every command that reads documents or reports the language data. */
export const LANGUAGE_DATA_OPTION = [
  '--language-data <dir>',
  'folder of eng.traineddata, deu.traineddata, …: taken for the languages that it holds',
] as const;

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
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return value;
};

/** Accepts `de,en` and repeated options. */
export const listOption = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];

/** An origin that is added to those of the options before. */
export const originOption = (text: string, before: readonly string[]): string[] => {
  if (!isWebOrigin(text))
    throw new InvalidArgumentError('It must be an origin as browsers send it, such as https://app.example.com.');
  return [...before, text];
};

/** A host to which webhooks may be sent, added to those of the options before. */
export const webhookHostOption = (text: string, before: readonly string[]): string[] => {
  // A URL omits the port of its scheme: 80 stays in one with https, and 443 in one with http.
  const isHost = ['http', 'https'].some((scheme) => URL.parse(`${scheme}://${text}`)?.host === text.toLowerCase());
  if (!isHost || text.includes('@'))
    throw new InvalidArgumentError('It must be a host, with or without a port, such as 192.168.1.20:9000.');
  return [...before, text.toLowerCase()];
};

interface LanguageDataOptions {
  readonly languageData?: string;
}

export interface StartOptions extends LanguageDataOptions {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  /** Origins whose web pages may call the API. */
  readonly corsOrigin: readonly string[];
  /** Origins whose web pages may show the editor in a frame. */
  readonly frameAncestor: readonly string[];
  /** Hosts to which webhooks may be sent although they are private or without TLS. */
  readonly webhookHost: readonly string[];
  readonly logSteps?: true;
  /** Whether the parser processes read a document before the first one arrives. */
  readonly warmUp: boolean;
  /** Opens the sign-in link in this machine's browser. */
  readonly open?: true;
}

export interface SplitOptions extends LanguageDataOptions {
  /** Folder of installed models, which need not exist. */
  readonly models: string;
  readonly output: string;
  readonly mode: string;
  readonly documentCount?: number;
  readonly languages?: string[];
  readonly threshold?: number;
  readonly splitBefore?: string[];
  readonly json?: true;
  readonly quiet?: true;
}

export interface DoctorOptions extends LanguageDataOptions {
  readonly data: string;
  readonly stage?: string;
  readonly before?: true;
  readonly json?: true;
}
