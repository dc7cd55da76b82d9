import { Alert, Container, Paper, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../app/config.ts';
import { PATHS } from '../app/paths.ts';
import { LoadingState } from '../components/loading-state.tsx';
import { ErrorState } from '../components/error-state.tsx';
import { hasStatus } from '../api/client/problem.ts';
import { usePageTitle } from '../components/use-page-title.ts';
import { PoolSignInPage } from './pool/pool-sign-in-page.tsx';
import { signIn, takeCode } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** The attempt with the link's code, made once for each load of the page: the code is good for one use. */
let attempt: Promise<void> | undefined;
const signInByLink = (): Promise<void> | undefined => {
  const code = takeCode();
  if (code !== undefined) attempt = signIn({ code });
  return attempt;
};

/** /sign-in, and in place of any page while nobody is signed in. */
export const SignInPage: FC = () => (config.sign_in === 'oidc' ? <PoolSignInPage /> : <LinkSignInPage />);

/** A link with a code signs in at once; otherwise, and where the code is used up, the page says how to go on. */
const LinkSignInPage: FC = () => {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [state, setState] = useState<'waiting' | 'form' | { readonly error: unknown }>('waiting');
  usePageTitle(t('title'));

  useEffect(() => {
    const attempted = signInByLink();
    const begin = async (): Promise<void> => {
      if (attempted === undefined) {
        setState('form');
        return;
      }
      try {
        await attempted;
        await queries.invalidateQueries();
        await navigate({ to: PATHS.start, replace: true });
      } catch (error) {
        setState({ error });
      }
    };
    void begin();
  }, [navigate, queries]);

  if (state === 'waiting') return <LoadingState />;
  return (
    <Container size="xs" py="xl">
      <Paper withBorder p="lg">
        <Title order={1} size="h2" mb="md">
          {t('title')}
        </Title>
        {typeof state === 'string' ? null : hasStatus(state.error, 401) ? (
          <Alert color="yellow" mb="md" role="alert">
            {t('usedLink')}
          </Alert>
        ) : (
          <ErrorState error={state.error} />
        )}
        <SignInForm
          onSignedIn={() => {
            // In place of another page, that page is drawn now.
            if (window.location.pathname === PATHS.signIn) void navigate({ to: PATHS.start, replace: true });
          }}
        />
      </Paper>
    </Container>
  );
};
