import { Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeysQuery, createApiKey } from '../../api/account/api-keys.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { RoleSelect } from '../role-select.tsx';
import type { Role } from '../../session/roles.ts';
import { SecretOnce } from '../secret-once.tsx';

const DAY_MS = 86_400_000;
const LIFETIMES = ['7', '30', '90', '180', '365'];

interface NewKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes a key and shows it, this once. */
export const NewKeyDialog = ({ opened, onClose }: NewKeyDialogProps) => {
  const { t } = useTranslation('account');
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.make')} closeOnClickOutside={false}>
      <NewKey onClose={onClose} />
    </Modal>
  );
};

const NewKey = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [days, setDays] = useState('90');
  const attempt = useAttempt();
  const create = useMutation({
    mutationFn: () => {
      const content = { name: name.trim(), role };
      return attempt({ ...content, days }, ({ key, begunAt }) =>
        createApiKey({ ...content, expires_at: new Date(begunAt + Number(days) * DAY_MS).toISOString() }, key),
      );
    },
    meta: { showsItsError: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data !== undefined)
    return (
      <SecretOnce text={t('keys.shownOnce')} label={t('keys.key')} secret={create.data.api_key} onStored={onClose} />
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('keys.name')}
          description={t('keys.nameText')}
          value={name}
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
          }}
        />
        <RoleSelect value={role} onChange={setRole} />
        <Select
          label={t('keys.lifetime')}
          value={days}
          allowDeselect={false}
          data={LIFETIMES.map((value) => ({ value, label: t('keys.days', { count: Number(value) }) }))}
          onChange={(value) => {
            setDays(value ?? days);
          }}
        />
        {create.error === null ? null : <ErrorState error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('keys.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
