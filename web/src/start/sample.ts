/** The packet that is there to try: vite.config.ts puts it beside the application. */
import { NoAnswerError, problemOf } from '../api/client/problem.ts';

const SAMPLE = '/samples/mixed-mail.pdf';

/** @throws NoAnswerError, ApiProblem */
export const fetchSample = async (): Promise<File> => {
  const response = await fetch(SAMPLE).catch((cause: unknown) => {
    throw new NoAnswerError({ cause });
  });
  if (!response.ok) throw problemOf(undefined, response);
  return new File([await response.blob()], 'mixed-mail.pdf', { type: 'application/pdf' });
};
