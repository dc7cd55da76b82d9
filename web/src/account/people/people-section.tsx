import { Button, Select } from '@mantine/core';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountQuery } from '../../api/account/account.ts';
import { changeMember, membersQuery, removeMember } from '../../api/account/members.ts';
import type { Member } from '../../api/account/members.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
import { FactsTable } from '../../components/lists/facts-table.tsx';
import { ListState } from '../../components/lists/list-state.tsx';
import { showDone } from '../../components/toasts.ts';
import { ROLES } from '../../session/roles.ts';
import { Section } from '../section.tsx';
import { AddPersonDialog } from './add-person-dialog.tsx';

/** The people of the account and their roles. */
export const PeopleSection = ({ callerId }: { readonly callerId: string }) => {
  const { t } = useTranslation('account');
  const query = useInfiniteQuery(membersQuery);
  const queries = useQueryClient();
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Member>();
  const refresh = async ({ member_id: id }: Member): Promise<void> => {
    // First what the person may do: who has no right to the list any more is not told that it is refused.
    if (id === callerId) await queries.invalidateQueries({ queryKey: accountQuery.queryKey, exact: true });
    await queries.invalidateQueries({ queryKey: membersQuery.queryKey });
  };
  const remove = useMutation({
    mutationFn: (member: Member) => removeMember(member.member_id),
    onSuccess: async (_, member) => {
      await refresh(member);
      showDone(t('people.removed', { email: member.email }));
    },
  });
  const people = itemsOf(query.data);
  const add = (
    <Button
      onClick={() => {
        setAdding(true);
      }}
    >
      {t('people.add')}
    </Button>
  );
  const none = <EmptyState icon={<IconUsers />} title={t('people.none')} text={t('people.noneText')} />;
  return (
    <Section title={t('section.people')} text={t('people.text')} action={add}>
      <ListState query={query} count={people.length} empty={none}>
        <FactsTable
          label={t('section.people')}
          rows={people}
          keyOf={(member) => member.member_id}
          name={{
            label: t('people.email'),
            cell: ({ member_id: id, email }) => (id === callerId ? t('people.you', { email }) : email),
          }}
          facts={[
            { label: t('role'), cell: (member) => <RoleOf member={member} onChanged={refresh} /> },
            { label: t('people.since'), cell: (member) => <TimeText time={member.created_at} look="date" /> },
          ]}
          actions={(member) => (
            <Button
              size="xs"
              variant="default"
              aria-label={t('people.removeNamed', { email: member.email })}
              onClick={() => {
                setRemoving(member);
              }}
            >
              {t('people.remove')}
            </Button>
          )}
        />
      </ListState>
      <AddPersonDialog
        opened={adding}
        onClose={() => {
          setAdding(false);
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
        title={t('people.removeTitle', { email: removing?.email })}
        action={t('people.remove')}
      >
        {t('people.removeText')}
      </ConfirmDialog>
    </Section>
  );
};

interface RoleOfProps {
  readonly member: Member;
  readonly onChanged: (member: Member) => Promise<void>;
}

/** The role of a person, to be changed. */
const RoleOf = ({ member, onChanged }: RoleOfProps) => {
  const { t } = useTranslation('account');
  const change = useMutation({
    mutationFn: (role: Member['role']) => changeMember(member.member_id, role),
    onSuccess: onChanged,
  });
  return (
    <Select
      size="xs"
      maw={180}
      aria-label={t('people.roleOf', { email: member.email })}
      value={change.isPending ? change.variables : member.role}
      disabled={change.isPending}
      allowDeselect={false}
      data={ROLES.map((role) => ({ value: role, label: t(`app:role.${role}`) }))}
      onChange={(value) => {
        const role = ROLES.find((one) => one === value);
        if (role !== undefined && role !== member.role) change.mutate(role);
      }}
    />
  );
};
