import { Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../api/account/account.ts';
import { PATHS } from '../app/paths.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { LoadingState, MissingState } from '../components/loading-state.tsx';
import { NoRightsState } from '../components/no-rights-state.tsx';
import { Page } from '../components/page.tsx';
import { includesRole } from '../session/roles.ts';
import { ACCOUNT_SECTIONS } from './account-search.ts';
import type { AccountSection } from './account-search.ts';
import { DeletionSection } from './data/deletion-section.tsx';
import { ExportSection } from './data/export-section.tsx';
import { KeysSection } from './keys/keys-section.tsx';
import { PeopleSection } from './people/people-section.tsx';
import { PlanSection } from './plan/plan-section.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { ShareLinksSection } from './share-links/share-links-section.tsx';
import { WebhooksSection } from './webhooks/webhooks-section.tsx';
import type { Account } from '../api/account/account.ts';
import classes from './account-page.module.css';

// Only deployments have it.
const SignInSection = lazyPart(async () => (await import('./sign-in/sign-in-section.tsx')).SignInSection, {
  fallback: <LoadingState />,
});

const route = getRouteApi(PATHS.account);

/** The account: what everybody may see, and what its owners manage. */
export const AccountPage: FC = () => {
  const { t } = useTranslation('account');
  const { data: account, error, refetch } = useQuery(accountQuery);
  const { section = 'plan' } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = useRef<HTMLDivElement>(null);
  const isLoaded = account !== undefined;
  useEffect(() => {
    // On a narrow screen the row of tabs scrolls.
    tabs.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [section, isLoaded]);
  if (account === undefined)
    return (
      <Page title={t('title')}>
        <MissingState error={error} refetch={refetch} />
      </Page>
    );
  const show = (value: string | null): void => {
    const chosen = ACCOUNT_SECTIONS.find((one) => one === value);
    if (chosen !== undefined) void navigate({ search: { section: chosen }, replace: true });
  };
  return (
    <Page title={t('title')}>
      <Tabs value={section} onChange={show} keepMounted={false}>
        <Tabs.List mb="md" aria-label={t('sections')} className={classes['tabs'] ?? ''} ref={tabs}>
          {ACCOUNT_SECTIONS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`section.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ACCOUNT_SECTIONS.map((one) => (
          <Tabs.Panel key={one} value={one} maw={1100}>
            <SectionOf section={one} account={account} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
};

interface SectionOfProps {
  readonly section: AccountSection;
  readonly account: Account;
}

const SectionOf = ({ section, account }: SectionOfProps) => {
  if (section === 'plan') return <PlanSection account={account} />;
  if (section === 'sign-in') return <SignInSection caller={account.caller} />;
  const least = section === 'share-links' ? 'member' : 'owner';
  if (!includesRole(account.caller.role, least)) return <NoRightsState least={least} />;
  switch (section) {
    case 'settings':
      return <SettingsSection account={account} />;
    case 'keys':
      return <KeysSection />;
    case 'people':
      return <PeopleSection callerId={account.caller.id} />;
    case 'webhooks':
      return <WebhooksSection />;
    case 'share-links':
      return <ShareLinksSection />;
    case 'data':
      return (
        <Stack>
          <ExportSection />
          <DeletionSection account={account} />
        </Stack>
      );
  }
};
