import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';
import { NoRightsState } from '../components/no-rights-state.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { DEFAULT_THRESHOLD } from '../editor/header/thresholds.ts';
import { LoadedEditor } from '../editor/loaded-editor.tsx';
import { trainingSource } from '../editor/source/training-source.ts';
import { useRole } from '../session/use-role.ts';

/** A training document, to be annotated. */
export const TrainingDocumentPage: FC = () => {
  const { t } = useTranslation('editor');
  const params: Readonly<Record<string, unknown>> = useParams({ strict: false });
  // The address has both.
  const workflowId = String(params['workflowId']);
  const documentId = String(params['documentId']);
  const source = useMemo(() => trainingSource(workflowId, documentId), [workflowId, documentId]);
  const [threshold, setThreshold] = useState(DEFAULT_THRESHOLD);
  const mayAnnotate = useRole('member');
  usePageTitle(t('title.training-document'));
  if (!mayAnnotate) return <NoRightsState least="member" />;
  return (
    <LoadedEditor
      source={source}
      threshold={threshold}
      onThreshold={setThreshold}
      back={
        <ButtonTo variant="subtle" size="compact-sm" to={PATHS.trainingData} params={{ workflowId }}>
          {t('back.trainingData')}
        </ButtonTo>
      }
    />
  );
};
