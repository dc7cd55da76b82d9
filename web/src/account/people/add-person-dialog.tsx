import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addMember, membersQuery } from '../../api/account/members.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { config } from '../../app/config.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { showDone } from '../../components/toasts.ts';
import type { Role } from '../../session/roles.ts';
import { RoleSelect } from '../role-select.tsx';

interface AddPersonDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Of the request: while it is under way the dialog stays, which says what went wrong. */
const ADDING = ['add-member'];

/** Gives somebody a role in the account. */
export const AddPersonDialog = ({ opened, onClose }: AddPersonDialogProps) => {
  const { t } = useTranslation('account');
  const isAdding = useIsMutating({ mutationKey: ADDING }) > 0;
  const dismiss = (): void => {
    if (!isAdding) onClose();
  };
  return (
    <Modal opened={opened} onClose={dismiss} withCloseButton={!isAdding} title={t('people.add')}>
      <AddPerson onClose={onClose} />
    </Modal>
  );
};

const AddPerson = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('reviewer');
  const attempt = useAttempt();
  const add = useMutation({
    mutationKey: ADDING,
    mutationFn: () => {
      const member = { email: email.trim(), role };
      return attempt(member, ({ key }) => addMember(member, key));
    },
    meta: { showsItsError: true },
    onSuccess: async (member) => {
      await queries.invalidateQueries({ queryKey: membersQuery.queryKey });
      showDone(t('people.added', { email: member.email }));
    },
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    add.mutate(undefined, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('people.email')}
          description={t(config.sign_in === 'oidc' ? 'people.invitationText' : 'people.noSignInText')}
          type="email"
          value={email}
          required
          withAsterisk={false}
          maxLength={254}
          data-autofocus
          onChange={(event) => {
            setEmail(event.currentTarget.value);
          }}
        />
        <RoleSelect value={role} onChange={setRole} />
        {add.error === null ? null : <ErrorState error={add.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={add.isPending}>
            {t('app:cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {t('people.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
