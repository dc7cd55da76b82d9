import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../../api/client/client.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx';

interface ShareDialogProps {
  readonly processingId: string;
  readonly threshold: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 14;
/** The API's limit is 366 days ahead; clocks may differ. */
const MAX_DAYS = 365;

/** Makes a link with which somebody without an account reads and verifies this one result, and shows it, this once. */
export const ShareDialog = ({ processingId, threshold, opened, onClose }: ShareDialogProps) => {
  const { t } = useTranslation('editor');
  const attempt = useAttempt();
  const create = useMutation({
    mutationFn: (days: number) =>
      attempt([processingId, threshold, days], ({ key, begunAt }) =>
        answerOf(
          api.POST('/share-tokens', {
            params: { header: { 'Idempotency-Key': key } },
            body: {
              processing_id: processingId,
              threshold,
              expires_at: new Date(begunAt + days * DAY_MS).toISOString(),
            },
          }),
        ),
      ),
  });
  const { data, isPending } = create;
  const secret =
    data === undefined
      ? undefined
      : {
          text: t('share.once'),
          label: t('share.link'),
          value: new URL(data.url, window.location.origin).href,
          done: t('share.done'),
        };
  const close = (): void => {
    // Whoever asks again makes another link.
    create.reset();
    onClose();
  };
  return (
    <SecretDialog opened={opened} onClose={close} title={t('share.title')} isMaking={isPending} secret={secret}>
      <ShareForm isMaking={isPending} onMake={create.mutate} />
    </SecretDialog>
  );
};

interface ShareFormProps {
  readonly isMaking: boolean;
  /** @param days  for which the link is valid */
  readonly onMake: (days: number) => void;
}

const ShareForm = ({ isMaking, onMake }: ShareFormProps) => {
  const { t } = useTranslation('editor');
  const [days, setDays] = useState<number | ''>(DEFAULT_DAYS);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // Whoever presses Enter has not left the field, which corrects the number then.
    if (days !== '') onMake(Math.min(MAX_DAYS, Math.max(1, days)));
  };
  return (
    <Stack>
      <Text size="sm">{t('share.text')}</Text>
      <Group component="form" align="end" onSubmit={submit}>
        <NumberInput
          label={t('share.days')}
          value={days}
          min={1}
          max={MAX_DAYS}
          required
          withAsterisk={false}
          allowDecimal={false}
          allowNegative={false}
          allowLeadingZeros={false}
          onChange={(value) => {
            setDays(typeof value === 'number' ? value : '');
          }}
        />
        <Button type="submit" loading={isMaking}>
          {t('share.make')}
        </Button>
      </Group>
    </Stack>
  );
};
