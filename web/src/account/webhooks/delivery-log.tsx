import { Badge, Button, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../api/results/pages.ts';
import { deliveriesQuery, replayDelivery } from '../../api/account/webhooks.ts';
import type { Delivery } from '../../api/account/webhooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
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
      <Table.ScrollContainer minWidth={640} mt="sm">
        <Table aria-label={t('webhooks.deliveries')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('deliveries.event')}</Table.Th>
              <Table.Th>{t('deliveries.state')}</Table.Th>
              <Table.Th>{t('deliveries.lastAttempt')}</Table.Th>
              <Table.Th>{t('deliveries.next')}</Table.Th>
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.delivery_id} delivery={delivery} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </ListState>
  );
};

const DeliveryRow = ({ delivery }: { readonly delivery: Delivery }) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  const queries = useQueryClient();
  const replay = useMutation({
    mutationFn: () => replayDelivery(delivery),
    onSettled: () => queries.invalidateQueries({ queryKey: deliveriesQuery(delivery.webhook_id).queryKey }),
  });
  const last = delivery.attempts.at(-1);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {t(`events.${delivery.event_type}`)}
        <Text size="xs" c="dimmed">
          <TimeText time={delivery.event_time} />
        </Text>
      </Table.Th>
      <Table.Td>
        <Badge variant="dot" color={COLORS[delivery.state]}>
          {t(`deliveries.states.${delivery.state}`)}
        </Badge>
      </Table.Td>
      <Table.Td>{last === undefined ? null : <AttemptText attempt={last} />}</Table.Td>
      <Table.Td>
        {delivery.next_attempt_at === null ? t('deliveries.noNext') : <TimeText time={delivery.next_attempt_at} />}
      </Table.Td>
      <Table.Td ta="right">
        {delivery.state === 'pending' ? null : (
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
        )}
      </Table.Td>
    </Table.Tr>
  );
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
