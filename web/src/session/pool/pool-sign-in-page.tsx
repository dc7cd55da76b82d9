import { Alert, Button, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../app/paths.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { usePageTitle } from '../../components/use-page-title.ts';
import { signOut } from '../session.ts';
import { beginSignIn, finishSignIn, isReturn, isSignedIn, notePerson } from './pool-session.ts';
import type { Purpose } from './pool-session.ts';

type State = 'waiting' | 'form' | 'refused' | 'done' | 'not-listed';

/** The attempt with the code in the address, made once for each load of the page: the code is good for one use. */
let attempt: Promise<Purpose> | undefined;

const here = (): string => window.location.pathname + window.location.search;

/** What the page does when it opens; it may leave for the pool. @returns what to show */
const open = async (goTo: (path: string) => Promise<void>): Promise<State> => {
  if (isReturn() || attempt !== undefined) {
    attempt ??= finishSignIn();
    const purpose = await attempt;
    if ('waitingTab' in purpose) return 'done';
    await notePerson();
    if (isReturn()) {
      await goTo(purpose.returnTo);
      return 'waiting';
    }
  }
  if (await isSignedIn()) return 'not-listed';
  const waitingTab = new URLSearchParams(window.location.search).get('waiting_tab');
  if (waitingTab === null && window.location.pathname === PATHS.signIn) return 'form';
  await beginSignIn(waitingTab === null ? { returnTo: here() } : { waitingTab });
  return 'waiting';
};

/** The way to the user pool's own page, and back. */
export const PoolSignInPage: FC = () => {
  const { t } = useTranslation('session');
  const router = useRouter();
  const queries = useQueryClient();
  const [state, setState] = useState<State>('waiting');
  usePageTitle(t('title'));

  useEffect(() => {
    let current = true;
    const goTo = async (path: string): Promise<void> => {
      // First, so that the page does not ask to sign in again.
      await queries.invalidateQueries();
      router.history.replace(path);
    };
    open(goTo).then(
      (shown) => {
        if (current) setState(shown);
      },
      () => {
        if (current) setState('refused');
      },
    );
    return () => {
      current = false;
    };
  }, [router, queries]);

  if (state === 'waiting') return <LoadingState />;
  return (
    <Container size="xs" py="xl">
      <Paper withBorder p="lg">
        {state === 'done' ? (
          <Done />
        ) : state === 'not-listed' ? (
          <NotListed />
        ) : (
          <Form isRefused={state === 'refused'} />
        )}
      </Paper>
    </Container>
  );
};

const Form = ({ isRefused }: { readonly isRefused: boolean }) => {
  const { t } = useTranslation('session');
  const begin = useMutation({ mutationFn: () => beginSignIn({ returnTo: PATHS.start }) });
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('title')}
      </Title>
      {isRefused ? (
        <Alert color="yellow" role="alert">
          {t('pool.refused')}
        </Alert>
      ) : null}
      <Text>{t('pool.text')}</Text>
      <Button
        onClick={() => {
          begin.mutate();
        }}
        loading={begin.isPending}
      >
        {t('pool.signIn')}
      </Button>
    </Stack>
  );
};

const Done = () => {
  const { t } = useTranslation('session');
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('pool.done')}
      </Title>
      <Text>{t('pool.doneText')}</Text>
    </Stack>
  );
};

/** The pool knows the person, and no account does. */
const NotListed = () => {
  const { t } = useTranslation('session');
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: (address) => {
      window.location.assign(address);
    },
  });
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('pool.notListed')}
      </Title>
      <Text>{t('pool.notListedText')}</Text>
      <Button
        variant="default"
        onClick={() => {
          leave.mutate();
        }}
        loading={leave.isPending}
      >
        {t('pool.signOut')}
      </Button>
    </Stack>
  );
};
