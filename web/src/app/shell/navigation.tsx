import { AppShell, Divider, ScrollArea, Text } from '@mantine/core';
import IconApi from '@tabler/icons-react/icons/IconApi';
import IconChartBar from '@tabler/icons-react/icons/IconChartBar';
import IconFileUpload from '@tabler/icons-react/icons/IconFileUpload';
import IconFiles from '@tabler/icons-react/icons/IconFiles';
import IconLayoutGrid from '@tabler/icons-react/icons/IconLayoutGrid';
import IconSchool from '@tabler/icons-react/icons/IconSchool';
import IconStack2 from '@tabler/icons-react/icons/IconStack2';
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle';
import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { GENERIC_WORKFLOW_ID, workflowQuery } from '../../api/workflows.ts';
import { NavLinkTo } from '../../components/links.tsx';
import { useRole } from '../../session/use-role.ts';
import { PATHS, workflowIdOf } from '../paths.ts';

/** Pages of a workflow, in the order of the work. */
const WORKFLOW_PAGES = [
  { to: PATHS.dashboard, label: 'nav.overview', Icon: IconChartBar, least: 'reviewer', trained: false },
  { to: PATHS.process, label: 'nav.process', Icon: IconFileUpload, least: 'member', trained: false },
  { to: PATHS.documents, label: 'nav.documents', Icon: IconFiles, least: 'reviewer', trained: false },
  { to: PATHS.trainingData, label: 'nav.trainingData', Icon: IconStack2, least: 'member', trained: true },
  { to: PATHS.training, label: 'nav.training', Icon: IconSchool, least: 'member', trained: true },
  { to: PATHS.apiReference, label: 'nav.api', Icon: IconApi, least: 'reviewer', trained: false },
] as const;

interface NavigationProps {
  readonly onNavigate: () => void;
}

export const Navigation: FC<NavigationProps> = ({ onNavigate }) => {
  const { t } = useTranslation('app');
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const workflowId = workflowIdOf(path);
  return (
    <>
      <AppShell.Section p="xs">
        <NavLinkTo
          to={PATHS.start}
          activeOptions={{ exact: true }}
          label={t('nav.workflows')}
          leftSection={<IconLayoutGrid size={18} aria-hidden />}
          onClick={onNavigate}
        />
      </AppShell.Section>
      <AppShell.Section grow component={ScrollArea} px="xs">
        {workflowId === undefined ? null : <WorkflowNavigation workflowId={workflowId} onNavigate={onNavigate} />}
      </AppShell.Section>
      <AppShell.Section p="xs">
        <Divider mb="xs" />
        <NavLinkTo
          to={PATHS.account}
          label={t('nav.account')}
          leftSection={<IconUserCircle size={18} aria-hidden />}
          onClick={onNavigate}
        />
      </AppShell.Section>
    </>
  );
};

const WorkflowNavigation = ({ workflowId, onNavigate }: NavigationProps & { readonly workflowId: string }) => {
  const { t } = useTranslation('app');
  const { data: workflow } = useQuery(workflowQuery(workflowId));
  const isMember = useRole('member');
  const isGeneric = workflowId === GENERIC_WORKFLOW_ID;
  const pages = WORKFLOW_PAGES.filter(
    ({ least, trained }) => (least === 'reviewer' || isMember) && !(trained && isGeneric),
  );
  return (
    <>
      <Divider mb="xs" />
      <Text size="xs" c="dimmed" fw={600} px="sm" lineClamp={2}>
        {isGeneric ? t('generic') : (workflow?.workflow_name ?? '\u00a0')}
      </Text>
      {pages.map(({ to, label, Icon }) => (
        <NavLinkTo
          key={to}
          to={to}
          params={{ workflowId }}
          activeOptions={{ exact: to === PATHS.dashboard, includeSearch: false }}
          label={t(label)}
          leftSection={<Icon size={18} aria-hidden />}
          onClick={onNavigate}
        />
      ))}
    </>
  );
};
