import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { nextToReviewQuery } from '../../api/review-queue.ts';
import { PATHS } from '../../app/paths.ts';
import { ButtonTo } from '../../components/links.tsx';
import { hasShareToken } from '../../session/credentials.ts';
import type { EditedFile } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';

interface NextToReviewProps {
  readonly processingId: string;
  readonly file: EditedFile;
  readonly editor: Editor;
}

/** The way from a verified file to the next one that awaits review. */
export const NextToReview = ({ processingId, file, editor }: NextToReviewProps) => {
  const { t } = useTranslation('editor');
  const { threshold } = editor.state;
  const isDone = file.decided !== null && !editor.changed && !hasShareToken();
  const { data } = useQuery({ ...nextToReviewQuery(file.workflowId, threshold, processingId), enabled: isDone });
  const next = isDone ? (data?.next ?? null) : null;
  if (next === null) return null;
  return (
    <ButtonTo
      to={PATHS.editor}
      params={{ processingId: next.processing_id }}
      search={{ threshold }}
      size="sm"
      variant="light"
      title={next.file_name}
    >
      {t('nextToReview', { count: data?.document_count ?? 1 })}
    </ButtonTo>
  );
};
