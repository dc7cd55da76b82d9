import { Alert, Badge, Button, Code, Text } from '@mantine/core';
import IconKey from '@tabler/icons-react/icons/IconKey';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeysQuery, revokeApiKey } from '../../api/account/api-keys.ts';
import type { ApiKey } from '../../api/account/api-keys.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { useNow } from '../../components/format/use-now.ts';
import { FactsTable } from '../../components/lists/facts-table.tsx';
import { ListState } from '../../components/lists/list-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { Section } from '../section.tsx';
import { keyState, sortKeys } from './key-state.ts';
import type { KeyState } from './key-state.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** The API keys: made, shown once, revoked; those that expire soon come first. */
export const KeysSection = () => {
  const { t } = useTranslation('account');
  const now = useNow();
  const query = useInfiniteQuery(apiKeysQuery);
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => revokeApiKey(key.key_id),
    onSuccess: async (_, key) => {
      await queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey });
      showDone(t('keys.revokedNow', { name: key.name }));
    },
  });
  const keys = sortKeys(itemsOf(query.data), now);
  const expiring = keys.filter((key) => keyState(key, now) === 'expiring').length;
  const make = (
    <Button
      onClick={() => {
        setMaking(true);
      }}
    >
      {t('keys.make')}
    </Button>
  );
  return (
    <Section title={t('section.keys')} text={t('keys.text')} action={make}>
      {expiring === 0 ? null : (
        <Alert color="orange" mb="md" icon={<IconKey aria-hidden />}>
          {t('keys.expiringSoon', { count: expiring })}
        </Alert>
      )}
      <ListState query={query} count={keys.length} empty={<EmptyState icon={<IconKey />} title={t('keys.none')} />}>
        <KeyTable keys={keys} now={now} onRevoke={setRevoking} />
      </ListState>
      <NewKeyDialog
        opened={making}
        onClose={() => {
          setMaking(false);
        }}
      />
      <ConfirmDialog
        opened={revoking !== undefined}
        onClose={() => {
          setRevoking(undefined);
        }}
        onConfirm={async () => {
          if (revoking !== undefined) await revoke.mutateAsync(revoking);
        }}
        title={t('keys.revokeTitle', { name: revoking?.name })}
        action={t('keys.revoke')}
      >
        {t('keys.revokeText')}
      </ConfirmDialog>
    </Section>
  );
};

interface KeyTableProps {
  readonly keys: readonly ApiKey[];
  readonly now: number;
  readonly onRevoke: (key: ApiKey) => void;
}

const KeyTable = ({ keys, now, onRevoke }: KeyTableProps) => {
  const { t } = useTranslation('account');
  return (
    <FactsTable
      label={t('section.keys')}
      rows={keys}
      keyOf={(key) => key.key_id}
      name={{
        label: t('keys.name'),
        cell: (key) => (
          <>
            {key.name} <Code>{`${key.hint}…`}</Code>
          </>
        ),
      }}
      facts={[
        {
          label: t('role'),
          cell: (key) => <span style={{ whiteSpace: 'nowrap' }}>{t(`app:role.${key.role}`)}</span>,
        },
        { label: t('keys.state'), cell: (key) => <StateBadge state={keyState(key, now)} /> },
        { label: t('keys.expires'), cell: (key) => <TimeText time={key.expires_at} /> },
        { label: t('keys.lastUsed'), cell: (key) => <LastUse of={key} /> },
      ]}
      actions={(key) =>
        key.revoked_at === null ? (
          <Button
            size="xs"
            variant="default"
            aria-label={t('keys.revokeNamed', { name: key.name })}
            onClick={() => {
              onRevoke(key);
            }}
          >
            {t('keys.revoke')}
          </Button>
        ) : null
      }
    />
  );
};

const LastUse = ({ of: { last_used_at: time } }: { readonly of: ApiKey }) => {
  const { t } = useTranslation('account');
  if (time !== null) return <TimeText time={time} />;
  return (
    <Text inherit c="dimmed">
      {t('keys.never')}
    </Text>
  );
};

const COLORS: Readonly<Record<KeyState, string>> = {
  valid: 'teal',
  expiring: 'orange',
  expired: 'gray',
  revoked: 'red',
};

const StateBadge = ({ state }: { readonly state: KeyState }) => {
  const { t } = useTranslation('account');
  return (
    <Badge variant="dot" color={COLORS[state]}>
      {t(`keys.states.${state}`)}
    </Badge>
  );
};
