import { Badge, Button, Card, Collapse, Group, Stack, Text } from '@mantine/core';
import IconWebhook from '@tabler/icons-react/icons/IconWebhook';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../api/results/pages.ts';
import { deleteWebhook, deliveriesQuery, testWebhook, webhooksQuery } from '../../api/account/webhooks.ts';
import type { Webhook } from '../../api/account/webhooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { ListState } from '../../components/lists/list-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { Section } from '../section.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { NewWebhookDialog } from './new-webhook-dialog.tsx';

/** Addresses to which events are posted, each with the log of its deliveries. */
export const WebhooksSection = () => {
  const { t } = useTranslation('account');
  const query = useInfiniteQuery(webhooksQuery);
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<Webhook>();
  const remove = useMutation({
    mutationFn: (webhook: Webhook) => deleteWebhook(webhook.webhook_id),
    onSuccess: async (_, { url }) => {
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey });
      showDone(t('webhooks.removed', { url }));
    },
  });
  const webhooks = itemsOf(query.data);
  const make = (
    <Button
      onClick={() => {
        setMaking(true);
      }}
    >
      {t('webhooks.add')}
    </Button>
  );
  const none = <EmptyState icon={<IconWebhook />} title={t('webhooks.none')} text={t('webhooks.noneText')} />;
  return (
    <Section title={t('section.webhooks')} text={t('webhooks.text')} action={make}>
      <ListState query={query} count={webhooks.length} empty={none}>
        <Stack>
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.webhook_id} webhook={webhook} onRemove={setRemoving} />
          ))}
        </Stack>
      </ListState>
      <NewWebhookDialog
        opened={making}
        onClose={() => {
          setMaking(false);
        }}
      />
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => {
          setRemoving(undefined);
        }}
        onConfirm={async () => {
          if (removing !== undefined) await remove.mutateAsync(removing);
        }}
        title={t('webhooks.removeTitle', { url: removing?.url })}
        action={t('webhooks.remove')}
      >
        {t('webhooks.removeText')}
      </ConfirmDialog>
    </Section>
  );
};

interface WebhookCardProps {
  readonly webhook: Webhook;
  readonly onRemove: (webhook: Webhook) => void;
}

const WebhookCard = ({ webhook, onRemove }: WebhookCardProps) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const log = useId();
  const test = useMutation({
    mutationFn: () => testWebhook(webhook.webhook_id),
    onSuccess: async () => {
      setOpened(true);
      await queries.invalidateQueries({ queryKey: deliveriesQuery(webhook.webhook_id).queryKey });
    },
  });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" align="start" gap="sm">
        <Stack gap={4} miw={0} flex={1}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {webhook.url}
          </Text>
          {webhook.description === null ? null : <Text size="sm">{webhook.description}</Text>}
          <Group gap={6}>
            {webhook.disabled_at === null ? null : (
              <Badge color="red" variant="light">
                {t('webhooks.disabled')}
              </Badge>
            )}
            <Text size="sm" c="dimmed">
              {webhook.events.length === 0
                ? t('webhooks.allEvents')
                : webhook.events.map((event) => t(`events.${event}`)).join(', ')}
              {' · '}
              <TimeText time={webhook.created_at} look="date" />
            </Text>
          </Group>
        </Stack>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={test.isPending}
            disabled={webhook.disabled_at !== null}
            aria-label={`${t('webhooks.test')}: ${webhook.url}`}
            onClick={() => {
              test.mutate();
            }}
          >
            {t('webhooks.test')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-expanded={opened}
            aria-controls={log}
            aria-label={`${t('webhooks.deliveries')}: ${webhook.url}`}
            onClick={() => {
              setOpened(!opened);
            }}
          >
            {t('webhooks.deliveries')}
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={t('webhooks.removeNamed', { url: webhook.url })}
            onClick={() => {
              onRemove(webhook);
            }}
          >
            {t('webhooks.remove')}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={opened} id={log}>
        {opened ? <DeliveryLog webhookId={webhook.webhook_id} /> : null}
      </Collapse>
    </Card>
  );
};
