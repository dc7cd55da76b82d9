import type { QueryClient } from '@tanstack/react-query';
import { archivePath } from '../../../api/results/archive-path.ts';
import { splitResultQuery } from '../../../api/results/results.ts';

/** The path of the archive of a result, which depends on the crops in its splitting. @throws ApiProblem, NoAnswerError */
export const archivePathOf = async (queries: QueryClient, processingId: string): Promise<string> => {
  const result = await queries.query(splitResultQuery(processingId));
  return `/processing/results/${processingId}/${archivePath(result?.document_splitting?.sub_documents ?? [])}`;
};
