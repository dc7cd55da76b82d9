import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { accountQuery } from '../api/account/account.ts';
import { checkFiles, MAX_FILES } from './queue/check-files.ts';
import type { LeftOutFile } from './queue/check-files.ts';
import type { Parameters } from './queue/processing-queue.ts';
import { queue } from './queue/queue.ts';
import { isEnded } from './queue/queued-file.ts';

interface AddFiles {
  readonly addFiles: (files: readonly File[]) => void;
  /** Of the files that were chosen last, those that cannot be sent. */
  readonly leftOut: readonly LeftOutFile[];
  readonly forgetLeftOut: () => void;
  /** Bytes of a file, as the plan says; null: the plan says nothing. */
  readonly maxBytes: number | null;
}

/** Puts files into the queue of a workflow. */
export const useAddFiles = (workflowId: string, parameters?: Parameters): AddFiles => {
  const { data: account } = useQuery(accountQuery);
  const maxBytes = account?.plan.max_document_bytes ?? null;
  const [leftOut, setLeftOut] = useState<readonly LeftOutFile[]>([]);
  const addFiles = useCallback(
    (files: readonly File[]) => {
      const room = MAX_FILES - queue.files().filter((file) => !isEnded(file)).length;
      const checked = checkFiles(files, room, maxBytes);
      setLeftOut(checked.leftOut);
      queue.add(workflowId, checked.accepted, parameters);
    },
    [workflowId, parameters, maxBytes],
  );
  const forgetLeftOut = useCallback(() => {
    setLeftOut([]);
  }, []);
  return { addFiles, leftOut, forgetLeftOut, maxBytes };
};
