import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteAccount } from '../../api/account/account.ts';
import type { Account } from '../../api/account/account.ts';
import { PATHS } from '../../app/paths.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { leaveAccount } from '../../session/leave-account.ts';
import { Section } from '../section.tsx';

/** Deletes the account with all its data. */
export const DeletionSection = ({ account }: { readonly account: Account }) => {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteAccount,
    onSuccess: () => {
      // Nobody of the account is signed in any more.
      leaveAccount(queries, PATHS.start);
    },
  });
  const action = (
    <Button
      color="red"
      variant="outline"
      onClick={() => {
        setAsking(true);
      }}
    >
      {t('deletion.action')}
    </Button>
  );
  return (
    <Section title={t('deletion.title')} text={t('deletion.text')} action={action}>
      <ConfirmDialog
        opened={asking}
        onClose={() => {
          setAsking(false);
        }}
        onConfirm={() => remove.mutateAsync()}
        title={t('deletion.title')}
        action={t('deletion.action')}
        name={account.name}
      >
        {t('deletion.text')}
      </ConfirmDialog>
    </Section>
  );
};
