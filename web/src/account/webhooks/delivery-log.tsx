import { Badge, Button, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../api/results/pages.ts';
import { deliveriesQuery, replayDelivery } from '../../api/account/webhooks.ts';
import type { Delivery } from '../../api/account/webhooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { FactsTable } from '../../components/lists/facts-table.tsx';
import { ListState } from '../../components/lists/list-state.tsx';

const REFRESH_MS = 5000;
const COLORS: Readonly<Record<Delivery['state'], string>> = { pending: 'blue', delivered: 'teal', failed: 'red' };

/** What was delivered to a webhook, the latest event first; it is fetched again while a delivery is under way. */
export const DeliveryLog = ({ webhookId }: { readonly webhookId: string }) => {
  const { t } = useTranslation('account');
  const query = useInfiniteQuery({
    ...deliveriesQuery(webhookId),
    refetchInterval: ({ state }) => (itemsOf(state.data).some((one) => one.state === 'pending') ? REFRESH_MS : false),
  });
  const deliveries = itemsOf(query.data);
  const none = <EmptyState title={t('deliveries.none')} text={t('deliveries.noneText')} />;
  return (
    <ListState query={query} count={deliveries.length} empty={none}>
      <FactsTable
        label={t('webhooks.deliveries')}
        rows={deliveries}
        keyOf={(delivery) => delivery.delivery_id}
        name={{ label: t('deliveries.event'), cell: (delivery) => <EventText delivery={delivery} /> }}
        facts={[
          {
            label: t('deliveries.state'),
            cell: ({ state }) => (
              <Badge variant="dot" color={COLORS[state]}>
                {t(`deliveries.states.${state}`)}
              </Badge>
            ),
          },
          { label: t('deliveries.lastAttempt'), cell: ({ attempts }) => lastAttempt(attempts) },
          {
            label: t('deliveries.next'),
            cell: ({ next_attempt_at: time }) => (time === null ? t('deliveries.noNext') : <TimeText time={time} />),
          },
        ]}
        actions={(delivery) => (delivery.state === 'pending' ? null : <ReplayButton delivery={delivery} />)}
      />
    </ListState>
  );
};

const EventText = ({ delivery }: { readonly delivery: Delivery }) => {
  const { t } = useTranslation('account');
  return (
    <>
      {t(`events.${delivery.event_type}`)}
      <Text size="xs" c="dimmed">
        <TimeText time={delivery.event_time} />
      </Text>
    </>
  );
};

const ReplayButton = ({ delivery }: { readonly delivery: Delivery }) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery(delivery),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery(delivery.webhook_id).queryKey }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={replay.isPending}
      aria-label={`${t('deliveries.replay')}: ${t(`events.${delivery.event_type}`)}, ${format.dateTime(delivery.event_time)}`}
      onClick={() => {
        replay.mutate();
      }}
    >
      {t('deliveries.replay')}
    </Button>
  );
};

/** Null where there was none. */
const lastAttempt = (attempts: Delivery['attempts']) => {
  const last = attempts.at(-1);
  return last === undefined ? null : <AttemptText attempt={last} />;
};

const AttemptText = ({ attempt }: { readonly attempt: Delivery['attempts'][number] }) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { status, failure, duration_ms: ms, at } = attempt;
  return (
    <>
      {status === null
        ? t('deliveries.failure', { reason: failure === null ? '' : t(`deliveries.failures.${failure}`) })
        : t('deliveries.answered', { status, time: format.milliseconds(ms) })}
      <Text size="xs" c="dimmed">
        <TimeText time={at} />
      </Text>
    </>
  );
};
