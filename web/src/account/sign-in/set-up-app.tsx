import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../components/copy/copy-text.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { beginSecondFactor, finishSecondFactor, keyUri, PoolRefusedError } from '../../session/pool/second-factor.ts';
import { PoolRefusal } from './pool-refusal.tsx';

const DIGITS = 6;
/** Pixels. */
const QR_SIZE = 196;

interface SetUpAppProps {
  readonly person: string;
  readonly onDone: () => Promise<void>;
  readonly onCancel: () => void;
  readonly onRefused: () => void;
}

/** The secret as a QR code and as a text, and the first code of the app, which shows that it has the secret. */
export const SetUpApp = ({ person, onDone, onCancel, onRefused }: SetUpAppProps) => {
  const { t } = useTranslation('account');
  const [code, setCode] = useState('');
  // Each time another one; it is forgotten when the page is left.
  const secret = useQuery({
    queryKey: ['second-factor', 'secret'],
    queryFn: beginSecondFactor,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const finish = useMutation({
    mutationFn: () => finishSecondFactor(code),
    meta: { showsItsError: true },
    onSuccess: onDone,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    finish.mutate();
  };
  if (secret.error !== null)
    return <PoolRefusal error={secret.error} onRetry={() => void secret.refetch()} onRefused={onRefused} />;
  if (secret.data === undefined) return <LoadingState />;
  const isWrong = finish.error instanceof PoolRefusedError && finish.error.isWrongCode;
  return (
    <form onSubmit={submit}>
      <Stack maw={520}>
        <Text size="sm">{t('secondFactor.scan')}</Text>
        <QRCodeSVG
          value={keyUri(secret.data, person)}
          size={QR_SIZE}
          marginSize={4}
          role="img"
          aria-label={t('secondFactor.qrCode')}
        />
        <CopyText label={t('secondFactor.secret')} description={t('secondFactor.secretText')} value={secret.data} />
        <TextInput
          label={t('secondFactor.code')}
          description={t('secondFactor.codeText')}
          value={code}
          required
          withAsterisk={false}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={DIGITS}
          data-autofocus
          error={isWrong ? t('secondFactor.wrongCode') : undefined}
          onChange={(event) => {
            setCode(event.currentTarget.value.replaceAll(/\D/g, ''));
          }}
        />
        {finish.error === null || isWrong ? null : <PoolRefusal error={finish.error} onRefused={onRefused} />}
        <Group gap="xs">
          <Button type="submit" loading={finish.isPending} disabled={code.length !== DIGITS}>
            {t('secondFactor.finish')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('app:cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
