/** The documents that the calls are made with. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { jsonOf, multipart, send, textOf } from './client.ts';
import type { Answer, Target } from './client.ts';

export const PROCESS_PATH = `/processing/${GENERIC_WORKFLOW_ID}`;

/** A PDF of three A6 pages with a text layer; the first title has letters outside ASCII. */
export const drawThreePages = async (): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [title, line] of [
    ['Rechnung für Müller', 'Betrag 118,40 EUR, zahlbar in 14 Tagen'],
    ['Lieferschein', 'Zwei Pakete, in gutem Zustand erhalten'],
    ['Mietvertrag', 'Zwischen den Parteien wird vereinbart'],
  ] as const) {
    const page = pdf.addPage([298, 420]);
    page.drawText(title, { x: 30, y: 370, size: 18, font });
    page.drawText(line, { x: 30, y: 340, size: 10, font });
  }
  return pdf.save();
};

export interface Posting {
  readonly file: Uint8Array;
  readonly fileName?: string;
  readonly parameters?: string;
  /** Query with its question mark. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts a file to the generic workflow. */
export const post = async (target: Target, posting: Posting): Promise<Answer> => {
  const { headers, body } = await multipart({
    file: { name: posting.fileName ?? 'inbox.pdf', bytes: posting.file },
    ...(posting.parameters === undefined ? {} : { parameters: posting.parameters }),
  });
  return send(target, 'POST', `${PROCESS_PATH}${posting.query ?? ''}`, {
    headers: { ...headers, ...posting.headers },
    body,
  });
};

/** Polls a processing request to its end. @returns the answer of the last GET */
export const untilProcessed = async (target: Target, processingId: string): Promise<Answer> => {
  for (;;) {
    const answer = await send(target, 'GET', `/processing/results/${processingId}?wait_for=25`);
    if (answer.status !== 202) return answer;
    await sleep(200);
  }
};

/** Processes a file, one document a page. @returns its processing_id @throws Error where that fails */
export const processed = async (target: Target, file: Uint8Array): Promise<string> => {
  const answer = await post(target, { file, parameters: '{"mode":"per_page"}', query: '?wait_for=120' });
  const id = textOf(jsonOf(answer)['processing_id']);
  if (![201, 202].includes(answer.status))
    throw new Error(`The sample was answered ${answer.status}: ${answer.body.toString()}`);
  if (answer.status === 202) await untilProcessed(target, id);
  return id;
};
