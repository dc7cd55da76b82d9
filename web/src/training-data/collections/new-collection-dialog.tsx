import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createCollection, trainingDataKey } from '../../api/training/training-data.ts';
import { hasStatus } from '../../api/client/problem.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { describeError } from '../../components/describe-error.ts';
import { showDone } from '../../components/toasts.ts';
import { fitsCollectionName, MAX_COLLECTION_NAME } from './collection-name.ts';

interface NewCollectionDialogProps {
  readonly workflowId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const NewCollectionDialog = ({ workflowId, opened, onClose }: NewCollectionDialogProps) => {
  const { t } = useTranslation('training-data');
  return (
    <Modal opened={opened} onClose={onClose} title={t('collections.make')}>
      {opened ? <NewCollectionForm workflowId={workflowId} onClose={onClose} /> : null}
    </Modal>
  );
};

const NewCollectionForm = ({ workflowId, onClose }: Omit<NewCollectionDialogProps, 'opened'>) => {
  const { t } = useTranslation('training-data');
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const attempt = useAttempt();
  const create = useMutation({
    mutationFn: (trimmed: string) =>
      attempt([workflowId, trimmed], ({ key }) => createCollection(workflowId, trimmed, key)),
    meta: { showsItsError: true },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: trainingDataKey(workflowId) });
      showDone(t('collections.made'));
    },
  });
  const trimmed = name.trim();
  const isWrong = trimmed !== '' && !fitsCollectionName(trimmed);
  const error = isWrong
    ? t('collections.wrongName')
    : hasStatus(create.error, 409)
      ? t('collections.exists')
      : create.error === null
        ? null
        : describeError(create.error).detail;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // Whoever has closed the dialog before may have opened it for another one.
        create.mutate(trimmed, { onSuccess: onClose });
      }}
    >
      <Stack>
        <TextInput
          label={t('collections.name')}
          description={t('collections.nameHint')}
          value={name}
          maxLength={MAX_COLLECTION_NAME}
          error={error}
          data-autofocus
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            if (create.isError) create.reset();
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={trimmed === '' || isWrong}>
            {t('collections.makeIt')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
