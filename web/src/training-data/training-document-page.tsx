import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';
import { NoRightsState } from '../components/no-rights-state.tsx';
import { DEFAULT_THRESHOLD } from '../editor/header/thresholds.ts';
import { LoadedEditor, useEditorTitle } from '../editor/loaded-editor.tsx';
import { trainingSource } from '../editor/source/training-source.ts';
import { useRole } from '../session/use-role.ts';
import { FileSteps } from './annotation/file-steps.tsx';
import { useFileQueue } from './annotation/use-file-queue.ts';
import { trainingDocumentSearch } from './training-data-search.ts';

/** A training document, to be annotated. */
export const TrainingDocumentPage: FC = () => {
  const { t } = useTranslation('editor');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has both.
  const workflowId = String(params['workflowId']);
  const documentId = String(params['documentId']);
  const { queue: isQueue = false, page } = trainingDocumentSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const source = useMemo(() => trainingSource(workflowId, documentId), [workflowId, documentId]);
  const [threshold, setThreshold] = useState(DEFAULT_THRESHOLD);
  const mayAnnotate = useRole('member');
  const queue = useFileQueue(workflowId, documentId, {
    enabled: isQueue,
    onOpen: (next) => {
      void navigate({
        to: PATHS.trainingDocument,
        params: { workflowId, documentId: next },
        search: { queue: true },
      });
    },
    onEnd: () => {
      void navigate({ to: PATHS.trainingData, params: { workflowId } });
    },
  });
  useEditorTitle(source);
  if (!mayAnnotate) return <NoRightsState least="member" />;
  return (
    <LoadedEditor
      source={source}
      threshold={threshold}
      onThreshold={setThreshold}
      queue={queue}
      startGap={page === undefined ? undefined : page - 1}
      back={
        <ButtonTo variant="subtle" size="compact-sm" to={PATHS.trainingData} params={{ workflowId }}>
          {t('back.trainingData')}
        </ButtonTo>
      }
      actions={() => (queue === undefined ? null : <FileSteps queue={queue} />)}
    />
  );
};
