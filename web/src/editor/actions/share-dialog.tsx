import { Button, CopyButton, Group, Modal, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../../api/client.ts';

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
export const ShareDialog = ({ processingId, threshold, opened, onClose }: ShareDialogProps) => {
  const { t } = useTranslation('editor');
  const [days, setDays] = useState(DEFAULT_DAYS);
  const create = useMutation({
    mutationFn: (key: string) =>
      answerOf(
        api.POST('/share-tokens', {
          params: { header: { 'Idempotency-Key': key } },
          body: {
            processing_id: processingId,
            threshold,
            expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
          },
        }),
      ),
  });
  const link = create.data === undefined ? null : new URL(create.data.url, window.location.origin).href;
  return (
    <Modal opened={opened} onClose={onClose} title={t('share.title')}>
      <Stack>
        <Text size="sm">{t('share.text')}</Text>
        {link === null ? (
          <Group align="end">
            <NumberInput
              label={t('share.days')}
              value={days}
              min={1}
              max={MAX_DAYS}
              allowDecimal={false}
              onChange={(value) => {
                setDays(Math.min(MAX_DAYS, Math.max(1, Number(value))));
              }}
            />
            <Button
              loading={create.isPending}
              onClick={() => {
                create.mutate(crypto.randomUUID());
              }}
            >
              {t('share.make')}
            </Button>
          </Group>
        ) : (
          <Group align="end" wrap="nowrap">
            <TextInput flex={1} readOnly label={t('share.link')} description={t('share.once')} value={link} />
            <CopyButton value={link}>
              {({ copied, copy }) => <Button onClick={copy}>{t(copied ? 'share.copied' : 'share.copy')}</Button>}
            </CopyButton>
          </Group>
        )}
      </Stack>
    </Modal>
  );
};
