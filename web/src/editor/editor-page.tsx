import { Tooltip } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { ActionIconTo } from '../components/links.tsx';
import { progressQuery } from '../api/results/results.ts';
import { hasShareToken } from '../session/credentials.ts';
import { NextToReview } from './actions/next-to-review.tsx';
import { useReviewQueue } from './actions/use-review-queue.ts';
import { ResultActions } from './actions/result-actions.tsx';
import { DEFAULT_THRESHOLD } from './header/thresholds.ts';
import { LoadedEditor, useEditorTitle } from './loaded-editor.tsx';
import { resultSource } from './source/result-source.ts';

const route = getRouteApi(PATHS.editor);

/** A result, to be verified: with an account, or with a share link. */
export const EditorPage: FC = () => {
  const { processingId } = route.useParams();
  const { threshold = DEFAULT_THRESHOLD } = route.useSearch();
  const navigate = route.useNavigate();
  const source = useMemo(() => resultSource(processingId), [processingId]);
  const onOpen = useCallback(
    (next: string) => void navigate({ to: PATHS.editor, params: { processingId: next }, search: { threshold } }),
    [navigate, threshold],
  );
  const onBack = useCallback(() => {
    window.history.back();
  }, []);
  const queue = useReviewQueue(processingId, { threshold, onOpen, onBack });
  useEditorTitle(source);
  const { data: progress } = useQuery({ ...progressQuery(processingId), enabled: !hasShareToken() });
  return (
    <LoadedEditor
      source={source}
      name={progress?.file_name}
      threshold={threshold}
      onThreshold={(next) => {
        void navigate({ search: { threshold: next }, hash: true, replace: true });
      }}
      queue={queue}
      back={hasShareToken() ? null : <BackToDocuments processingId={processingId} />}
      actions={(file, editor, verify) => (
        <>
          {queue !== undefined && file.decided !== null && !editor.changed ? (
            <NextToReview queue={queue} threshold={threshold} />
          ) : null}
          <ResultActions processingId={processingId} file={file} editor={editor} onVerify={verify} />
        </>
      )}
    />
  );
};

/** The way back to the list of the workflow's documents, also where the result cannot be shown. */
const BackToDocuments = ({ processingId }: { readonly processingId: string }) => {
  const { t } = useTranslation('editor');
  const { data } = useQuery(progressQuery(processingId));
  if (data === undefined) return null;
  return (
    <Tooltip label={t('back.documents')}>
      <ActionIconTo
        to={PATHS.documents}
        params={{ workflowId: data.workflow_id }}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('back.documents')}
      >
        <IconArrowLeft size={18} aria-hidden />
      </ActionIconTo>
    </Tooltip>
  );
};
