import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../api/account/account.ts';
import { config } from '../../app/config.ts';
import { PATHS } from '../../app/paths.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { useKeptFocus } from '../../components/use-kept-focus.ts';
import { beginSignIn, permissionToChange } from '../../session/pool/pool-session.ts';
import { hasSecondFactor, removeSecondFactor } from '../../session/pool/second-factor.ts';
import { Section } from '../section.tsx';
import { PoolRefusal } from './pool-refusal.tsx';
import { SetUpApp } from './set-up-app.tsx';

interface SignInSectionProps {
  readonly caller: Account['caller'];
}

/** How the person who is signed in signs in: the second factor. */
export const SignInSection = ({ caller }: SignInSectionProps) => {
  const { t } = useTranslation('account');
  const [isAllowed, setAllowed] = useState(permissionToChange() !== undefined);
  const isRequired = config.oidc?.second_factor === 'required';
  return (
    <Section title={t('secondFactor.title')} text={t(isRequired ? 'secondFactor.required' : 'secondFactor.text')}>
      {isAllowed ? (
        <SecondFactor
          person={caller.name}
          isRequired={isRequired}
          onRefused={() => {
            setAllowed(permissionToChange() !== undefined);
          }}
        />
      ) : (
        <AskForPermission />
      )}
    </Section>
  );
};

const AskForPermission = () => {
  const { t } = useTranslation('account');
  const begin = useMutation({
    mutationFn: () => beginSignIn({ returnTo: `${PATHS.account}?section=sign-in`, changesSignIn: true }),
  });
  return (
    <Stack align="start">
      <Text size="sm">{t('secondFactor.ask')}</Text>
      <Button
        loading={begin.isPending}
        onClick={() => {
          begin.mutate();
        }}
      >
        {t('secondFactor.continue')}
      </Button>
    </Stack>
  );
};

interface SecondFactorProps {
  readonly person: string;
  readonly isRequired: boolean;
  readonly onRefused: () => void;
}

const SecondFactor = ({ person, isRequired, onRefused }: SecondFactorProps) => {
  const { t } = useTranslation('account');
  const [isSettingUp, setSettingUp] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factor'],
    queryFn: hasSecondFactor,
    gcTime: 0,
    staleTime: 0,
  });
  const remove = useMutation({
    mutationFn: removeSecondFactor,
    meta: { showsItsError: true },
    onSuccess: async () => {
      await refetch();
      showDone(t('secondFactor.removed'));
    },
  });
  // The buttons change with the state.
  const content = useKeptFocus<HTMLDivElement>(`${data} ${isSettingUp}`);
  if (error !== null) return <PoolRefusal error={error} onRetry={() => void refetch()} onRefused={onRefused} />;
  if (data === undefined) return <LoadingState />;
  return (
    <Stack ref={content} tabIndex={-1}>
      <Alert color={data ? 'teal' : 'gray'} title={t(data ? 'secondFactor.on' : 'secondFactor.off')} role="status" />
      {isSettingUp ? (
        <SetUpApp
          person={person}
          onRefused={onRefused}
          onDone={async () => {
            await refetch();
            setSettingUp(false);
            showDone(t('secondFactor.done'));
          }}
          onCancel={() => {
            setSettingUp(false);
          }}
        />
      ) : (
        <Group gap="xs">
          <Button
            {...(data ? { variant: 'default' } : {})}
            onClick={() => {
              setSettingUp(true);
            }}
          >
            {t(data ? 'secondFactor.another' : 'secondFactor.setUp')}
          </Button>
          {data && !isRequired ? (
            <Button
              variant="default"
              onClick={() => {
                setAsking(true);
              }}
            >
              {t('secondFactor.remove')}
            </Button>
          ) : null}
        </Group>
      )}
      {remove.error === null ? null : <PoolRefusal error={remove.error} onRefused={onRefused} />}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => remove.mutateAsync()}
        title={t('secondFactor.removeTitle', { person })}
        action={t('secondFactor.remove')}
      >
        {t('secondFactor.removeText')}
      </ConfirmDialog>
    </Stack>
  );
};
