import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeysQuery, createApiKey } from '../../api/account/api-keys.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx';
import { useSecret } from '../../components/dialogs/use-secret.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { RoleSelect } from '../role-select.tsx';
import type { Role } from '../../session/roles.ts';

const DAY_MS = 86_400_000;
const LIFETIMES = ['7', '30', '90', '180', '365'];

interface NewKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Makes a key and shows it, this once. */
export const NewKeyDialog = ({ opened, onClose }: NewKeyDialogProps) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const attempt = useAttempt();
  const making = useSecret({
    make: ({ days, ...content }: WantedKey) =>
      attempt({ ...content, days }, ({ key, begunAt }) =>
        createApiKey({ ...content, expires_at: new Date(begunAt + days * DAY_MS).toISOString() }, key),
      ),
    meta: { showsItsError: true },
    // The secret is shown at once, whether or not the list can be read again.
    onMade: () => void queries.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    onClose,
  });
  const { made, isMaking, error } = making;
  const secret =
    made === undefined
      ? undefined
      : { text: t('keys.shownOnce'), label: t('keys.key'), value: made.api_key, done: t('keys.stored') };
  return (
    <SecretDialog opened={opened} making={making} title={t('keys.make')} secret={secret}>
      <NewKey isMaking={isMaking} error={error} onMake={making.make} onCancel={making.close} />
    </SecretDialog>
  );
};

interface WantedKey {
  readonly name: string;
  readonly role: Role;
  readonly days: number;
}

interface NewKeyProps {
  readonly isMaking: boolean;
  readonly error: Error | null;
  readonly onMake: (key: WantedKey) => void;
  readonly onCancel: () => void;
}

const NewKey = ({ isMaking, error, onMake, onCancel }: NewKeyProps) => {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('member');
  const [days, setDays] = useState('90');
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onMake({ name: name.trim(), role, days: Number(days) });
  };
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
        {error === null ? null : <ErrorState error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isMaking}>
            {t('app:cancel')}
          </Button>
          <Button type="submit" loading={isMaking}>
            {t('keys.make')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
