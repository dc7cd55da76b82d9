import { Button, Select, Table } from '@mantine/core';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeMember, membersQuery, removeMember } from '../../api/account/members.ts';
import type { Member } from '../../api/account/members.ts';
import { itemsOf } from '../../api/results/pages.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { TimeText } from '../../components/format/time-text.tsx';
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
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: membersQuery.queryKey });
  const remove = useMutation({
    mutationFn: (member: Member) => removeMember(member.member_id),
    onSuccess: async (_, { email }) => {
      await refresh();
      showDone(t('people.removed', { email }));
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
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label={t('section.people')} verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('people.email')}</Table.Th>
                <Table.Th>{t('role')}</Table.Th>
                <Table.Th>{t('people.since')}</Table.Th>
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {people.map((member) => (
                <PersonRow
                  key={member.member_id}
                  member={member}
                  isCaller={member.member_id === callerId}
                  onChanged={refresh}
                  onRemove={setRemoving}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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

interface PersonRowProps {
  readonly member: Member;
  readonly isCaller: boolean;
  readonly onChanged: () => Promise<void>;
  readonly onRemove: (member: Member) => void;
}

const PersonRow = ({ member, isCaller, onChanged, onRemove }: PersonRowProps) => {
  const { t } = useTranslation('account');
  const change = useMutation({
    mutationFn: (role: Member['role']) => changeMember(member.member_id, role),
    onSuccess: onChanged,
  });
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {isCaller ? t('people.you', { email: member.email }) : member.email}
      </Table.Th>
      <Table.Td>
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
      </Table.Td>
      <Table.Td>
        <TimeText time={member.created_at} look="date" />
      </Table.Td>
      <Table.Td ta="right">
        <Button
          size="xs"
          variant="default"
          aria-label={t('people.removeNamed', { email: member.email })}
          onClick={() => {
            onRemove(member);
          }}
        >
          {t('people.remove')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
};
