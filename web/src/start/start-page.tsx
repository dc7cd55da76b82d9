import { Title } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../api/results/pages.ts';
import { workflowsQuery } from '../api/workflows.ts';
import { PATHS } from '../app/paths.ts';
import { ButtonTo } from '../components/links.tsx';
import { ListState } from '../components/lists/list-state.tsx';
import { Page } from '../components/page.tsx';
import { useRole } from '../session/use-role.ts';
import { QuickStart } from './quick-start.tsx';
import classes from './start-page.module.css';
import { WorkflowCard } from './workflow-card.tsx';

/** /: a place to drop files, and the workflows. */
export const StartPage: FC = () => {
  const { t } = useTranslation('start');
  const isMember = useRole('member');
  return (
    <Page title={t('title')}>
      {isMember ? <QuickStart /> : null}
      <div className={classes['heading']}>
        <Title order={2} size="h3">
          {t('workflows')}
        </Title>
        {isMember ? (
          <ButtonTo to={PATHS.newWorkflow} variant="default" leftSection={<IconPlus size={18} aria-hidden />}>
            {t('newWorkflow')}
          </ButtonTo>
        ) : null}
      </div>
      <WorkflowCards />
    </Page>
  );
};

const WorkflowCards = () => {
  const query = useInfiniteQuery(workflowsQuery);
  const workflows = itemsOf(query.data);
  return (
    // Every account has the generic workflow.
    <ListState query={query} count={workflows.length} empty={null}>
      <ul className={classes['cards']} tabIndex={-1}>
        {workflows.map((workflow) => (
          <WorkflowCard key={workflow.workflow_id} workflow={workflow} />
        ))}
      </ul>
    </ListState>
  );
};
