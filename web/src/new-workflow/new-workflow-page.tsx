import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../app/paths.ts';
import { NoRightsState } from '../components/no-rights-state.tsx';
import { Page } from '../components/page.tsx';
import { useRole } from '../session/use-role.ts';
import { WorkflowForm } from './workflow-form.tsx';

export const NewWorkflowPage = () => {
  const { t } = useTranslation('new-workflow');
  const navigate = useNavigate();
  const mayCreate = useRole('member');
  return (
    <Page title={t('title')}>
      {mayCreate ? (
        <WorkflowForm
          onCreated={({ workflow_id: workflowId }) => {
            void navigate({ to: PATHS.trainingData, params: { workflowId } });
          }}
        />
      ) : (
        <NoRightsState least="member" />
      )}
    </Page>
  );
};
