import { Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../../api/client/client.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx';
import { useSecret } from '../../components/dialogs/use-secret.ts';

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
  const making = useSecret({
    make: (days: number) =>
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
    onClose,
  });
  const { made, isMaking } = making;
  const secret =
    made === undefined
      ? undefined
      : {
          text: t('share.once'),
          label: t('share.link'),
          value: new URL(made.url, window.location.origin).href,
          done: t('share.done'),
        };
  return (
    <SecretDialog opened={opened} making={making} title={t('share.title')} secret={secret}>
      <ShareForm isMaking={isMaking} onMake={making.make} />
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
