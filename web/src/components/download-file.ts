import { apiUrl, send } from '../api/client/client.ts';
import { fileNameIn } from '../api/results/file-name-in.ts';
import { problemOf } from '../api/client/problem.ts';
import { browserHasCredentials, fetchFile } from './images/use-api-object.ts';

const clickLink = (href: string, fileName: string): void => {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
};

/** Asks first whether the file is there: a refused download would be saved as a file with the refusal in it. */
const checkFile = async (path: string): Promise<void> => {
  const response = await send(new Request(apiUrl(path), { method: 'HEAD' }));
  if (!response.ok) throw problemOf(undefined, response);
};

/**
 * Saves a file of the API.
 * @param fileName  used where the API names none
 * @throws ApiProblem, NoAnswerError
 */
export const downloadFile = async (path: string, fileName = ''): Promise<void> => {
  if (browserHasCredentials()) {
    await checkFile(path);
    clickLink(apiUrl(path), fileName);
    return;
  }
  const answer = await fetchFile(path);
  saveBlob(await answer.blob(), fileNameIn(answer.headers) ?? fileName);
};

/** Saves what the page itself made, such as a table as CSV. */
export const saveBlob = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  clickLink(url, fileName);
  // The browser has begun to read it after this task.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
};
