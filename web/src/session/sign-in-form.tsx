import { Button, Code, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../components/error-state.tsx';
import { signIn } from './session.ts';
import type { SignIn } from './session.ts';

interface SignInFormProps {
  readonly onSignedIn: () => void;
  /** Whether the field has the focus when it appears: a dialog that loads it afterwards gives the focus to itself. */
  readonly takesFocus?: boolean;
}

/** How to get a link, and a field for a key instead. */
export const SignInForm = ({ onSignedIn, takesFocus = false }: SignInFormProps) => {
  const { t } = useTranslation('session');
  const queries = useQueryClient();
  const [key, setKey] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);
  const signingIn = useMutation({
    mutationFn: (credentials: SignIn) => signIn(credentials),
    meta: { showsItsError: true },
    onSuccess: async () => {
      await queries.invalidateQueries();
      onSignedIn();
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    signingIn.mutate({ api_key: key.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>{t('byLink')}</Text>
        <Code block>npx tearline sign-in-link</Code>
        <Text>{t('byKey')}</Text>
        <PasswordInput
          ref={field}
          label={t('key')}
          placeholder="tl_…"
          value={key}
          onChange={(event) => {
            setKey(event.currentTarget.value);
          }}
          autoComplete="off"
          required
          withAsterisk={false}
          visibilityToggleButtonProps={{ 'aria-label': t('showKey'), tabIndex: 0 }}
        />
        {signingIn.error === null ? null : <ErrorState error={signingIn.error} />}
        <Button type="submit" loading={signingIn.isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
};
