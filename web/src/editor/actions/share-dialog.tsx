import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../../api/client/client.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { CopyText } from '../../components/copy/copy-text.tsx';

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

/** Makes a link with which somebody without an account reads and verifies this one result. */
export const ShareDialog = ({ opened, onClose, ...form }: ShareDialogProps) => {
  const { t } = useTranslation('editor');
  return (
    <Modal opened={opened} onClose={onClose} title={t('share.title')}>
      {/* A link that was made is shown once: whoever asks again makes another one. */}
      {opened ? <ShareForm {...form} /> : null}
    </Modal>
  );
};

const ShareForm = ({ processingId, threshold }: Pick<ShareDialogProps, 'processingId' | 'threshold'>) => {
  const { t } = useTranslation('editor');
  const [days, setDays] = useState<number | ''>(DEFAULT_DAYS);
  const attempt = useAttempt();
  const create = useMutation({
    // Whoever presses Enter has not left the field, which corrects the number then.
    mutationFn: (typed: number) => {
      const valid = Math.min(MAX_DAYS, Math.max(1, typed));
      return attempt([processingId, threshold, valid], ({ key, begunAt }) =>
        answerOf(
          api.POST('/share-tokens', {
            params: { header: { 'Idempotency-Key': key } },
            body: {
              processing_id: processingId,
              threshold,
              expires_at: new Date(begunAt + valid * DAY_MS).toISOString(),
            },
          }),
        ),
      );
    },
  });
  const link = create.data === undefined ? null : new URL(create.data.url, window.location.origin).href;
  return (
    <Stack>
      <Text size="sm">{t('share.text')}</Text>
      {link === null ? (
        <Group
          component="form"
          align="end"
          onSubmit={(event: SyntheticEvent) => {
            event.preventDefault();
            if (days !== '') create.mutate(days);
          }}
        >
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
          <Button type="submit" loading={create.isPending}>
            {t('share.make')}
          </Button>
        </Group>
      ) : (
        <CopyText label={t('share.link')} description={t('share.once')} value={link} />
      )}
    </Stack>
  );
};
