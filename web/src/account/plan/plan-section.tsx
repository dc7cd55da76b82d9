import { SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../api/account/account.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { ScrollTable } from '../../components/lists/scroll-table.tsx';
import { Section } from '../section.tsx';
import { QuotaBar } from './quota-bar.tsx';

/** The plan, what is used of it this month, and its other limits. */
export const PlanSection = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  const { plan, month } = account;
  return (
    <Stack>
      <Section title={t('month.title')} text={t('month.text', { day: format.dateTime(month.ends_at) })}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
          <QuotaBar label={t('month.pages')} used={month.pages} left={month.pages_left} limit={plan.pages_per_month} />
          <QuotaBar
            label={t('month.credits')}
            used={month.credits}
            left={month.credits_left}
            limit={plan.credits_per_month}
          />
        </SimpleGrid>
      </Section>
      <Section title={t('plan.title', { name: plan.name })} text={t('plan.text')}>
        <ScrollTable label={t('plan.title', { name: plan.name })} minWidth={280}>
          <Table.Tbody>
            <LimitRow label={t('plan.maxPages')} value={plan.max_pages} />
            <LimitRow label={t('plan.maxBytes')} value={plan.max_document_bytes} unit={format.bytes} />
            <LimitRow label={t('plan.workPerSecond')} value={plan.work_per_second} />
            <LimitRow label={t('plan.workPerMinute')} value={plan.work_per_minute} />
            <LimitRow label={t('plan.workPerHour')} value={plan.work_per_hour} />
            <LimitRow label={t('plan.readsPerSecond')} value={plan.reads_per_second} />
          </Table.Tbody>
        </ScrollTable>
      </Section>
      <Section title={t('caller.title')}>
        <Text size="sm">
          {t(account.caller.kind === 'person' ? 'caller.person' : 'caller.key', {
            name: account.caller.name,
            role: t(`app:role.${account.caller.role}`),
          })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('caller.since', { day: format.date(account.created_at), id: account.account_id })}
        </Text>
      </Section>
    </Stack>
  );
};

interface LimitRowProps {
  readonly label: string;
  /** Null: there is no limit. */
  readonly value: number | null;
  readonly unit?: (value: number) => string;
}

const LimitRow = ({ label, value, unit }: LimitRowProps) => {
  const { t } = useTranslation('account');
  const format = useFormat();
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        {label}
      </Table.Th>
      <Table.Td ta="right">{value === null ? t('plan.none') : (unit ?? format.number)(value)}</Table.Td>
    </Table.Tr>
  );
};
