import { AppShell, Burger, Group, Modal, Text } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { FC, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../api/account/account.ts';
import { hasStatus } from '../../api/client/problem.ts';
import { KeyboardHelp } from '../../components/keyboard/keyboard-help.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { QueueLink } from '../../process/queue-link.tsx';
import { hasShareToken } from '../../session/credentials.ts';
import { Logo } from './logo.tsx';
import { Navigation } from './navigation.tsx';
import { PATHS, workflowIdOf } from '../paths.ts';
import { PersonMenu } from './person-menu.tsx';
import { LanguageMenu, SchemeMenu } from './preferences.tsx';
import { ServiceNotice } from './service-notice.tsx';
import { FLOATING } from '../theme.ts';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';
import { useLostFocus } from './use-lost-focus.ts';
import classes from './root-layout.module.css';

// Most pages are shown to people who are signed in, and of workflows that do not migrate.
const MigrationBanner = lazyPart(async () => (await import('../../migration/migration-banner.tsx')).MigrationBanner, {
  subjects: ['migration'],
});
const SignInAgain = lazyPart(async () => (await import('../../session/sign-in-again.tsx')).SignInAgain, {
  fallback: <LoadingState />,
});
const SignInPage = lazyPart(async () => (await import('../../session/sign-in-page.tsx')).SignInPage, {
  fallback: <LoadingState />,
});

/** The addresses of the editor. */
const WIDE = /^\/verify\/|^\/workflows\/[^/]+\/training-data\/./;

/** The shell around every page: header, navigation, content, and the way to sign in where nobody is signed in. */
export const RootLayout: FC = () => {
  const { t } = useTranslation('app');
  const [opened, menu] = useDisclosure(false);
  const [helping, help] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const shared = hasShareToken();
  // It was asked for before anything was drawn (main.tsx).
  const { data: account, error } = useQuery({ ...accountQuery, enabled: !shared, retryOnMount: false });
  const signedOut = hasStatus(error, 401);
  // Somebody was signed in on this page: its state stays, and the form is drawn above it.
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (account !== undefined && !wasSignedIn) setWasSignedIn(true);
  // The editor needs the width. Its burger opens the navigation there too.
  const isWide = WIDE.test(path);
  const workflowId = workflowIdOf(path);
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const collapsed = { mobile: !opened, desktop: isWide && !opened };
  const content = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // The header is there: that of index.html goes.
    document.getElementById('frame')?.remove();
  }, []);
  useFocusOnNewPage(content);
  useLostFocus();
  const asksToSignIn = signedOut && path !== PATHS.signIn;
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{
        width: 220,
        breakpoint: 'sm',
        collapsed: account === undefined ? { mobile: true, desktop: true } : collapsed,
      }}
    >
      <SkipLink content={content} />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            {account === undefined ? null : (
              <Burger
                opened={opened}
                onClick={menu.toggle}
                size="sm"
                aria-label={t('menu')}
                {...(isWide ? {} : { hiddenFrom: 'sm' })}
              />
            )}
            <Brand shared={shared} />
          </Group>
          <Group gap={4} wrap="nowrap">
            {shared ? null : <QueueLink />}
            <LanguageMenu />
            <SchemeMenu />
            {account === undefined ? null : <PersonMenu caller={account.caller} onKeys={help.open} />}
          </Group>
        </Group>
      </AppShell.Header>
      {account === undefined ? null : (
        // Mantine only moves it aside: inert keeps the keyboard and screen readers out of it.
        <AppShell.Navbar aria-label={t('navigation')} inert={isNarrow ? collapsed.mobile : collapsed.desktop}>
          <Navigation onNavigate={menu.close} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1} ref={content} className={classes['content'] ?? ''}>
        {workflowId === undefined || account === undefined || path.endsWith('/migration') ? null : (
          <MigrationBanner workflowId={workflowId} />
        )}
        <Suspense fallback={<LoadingState />}>{asksToSignIn && !wasSignedIn ? <SignInPage /> : <Outlet />}</Suspense>
        <div id={FLOATING} />
      </AppShell.Main>
      <KeyboardHelp opened={helping} onOpen={help.open} onClose={help.close} />
      <ServiceNotice />
      <SignInAgainDialog opened={asksToSignIn && wasSignedIn} />
    </AppShell>
  );
};

/** Moves the focus to the content, past header and navigation. */
const SkipLink = ({ content }: { readonly content: RefObject<HTMLElement | null> }) => {
  const { t } = useTranslation('app');
  return (
    <a
      className={classes['skip']}
      href="#content"
      onClick={(event) => {
        // The fragment of the address is the share link's.
        event.preventDefault();
        content.current?.focus();
      }}
    >
      {t('skip')}
    </a>
  );
};

/** @param shared  whether a share link opened the page: it opens no other, so whoever is signed in loads that one anew */
const Brand = ({ shared }: { readonly shared: boolean }) => (
  <Link to={PATHS.start} reloadDocument={shared} className={classes['brand']}>
    <Logo />
    <Text fw={700} component="span">
      Tearline
    </Text>
  </Link>
);

/** The form above the page of somebody whose session has ended. Nothing but signing in closes it. */
const SignInAgainDialog = ({ opened }: { readonly opened: boolean }) => {
  const { t } = useTranslation('session');
  return (
    <Modal
      opened={opened}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('again')}
    >
      <Text mb="md">{t('nothingLost')}</Text>
      <SignInAgain />
    </Modal>
  );
};
