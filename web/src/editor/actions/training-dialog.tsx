import { Autocomplete, Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerOf, api } from '../../api/client/client.ts';
import { trainingDataKey, UNNAMED_COLLECTION } from '../../api/training/training-data.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { GENERIC_WORKFLOW_ID } from '../../api/workflows.ts';
import { PATHS } from '../../app/paths.ts';
import { ButtonTo } from '../../components/links.tsx';
import { showDone } from '../../components/toasts.ts';
import type { EditedFile } from '../source/editor-source.ts';
import { subDocumentsOf } from '../split/sub-documents.ts';
import type { Editor } from '../state/use-editor.ts';
import { useKeptText } from './use-kept-text.ts';

interface TrainingDialogProps {
  readonly processingId: string;
  readonly file: EditedFile;
  readonly editor: Editor;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Characters, as the API has it. */
const MAX_DESCRIPTION = 2000;

/** Sends the document with the split that is shown to the training data of a workflow. */
export const TrainingDialog = ({ opened, onClose, ...form }: TrainingDialogProps) => {
  const { t } = useTranslation('editor');
  return (
    <Modal opened={opened} onClose={onClose} title={t('train.title')}>
      {opened ? <TrainingForm {...form} onClose={onClose} /> : null}
    </Modal>
  );
};

const TrainingForm = ({ processingId, file, editor, onClose }: Omit<TrainingDialogProps, 'opened'>) => {
  const { t } = useTranslation('editor');
  const isGeneric = file.workflowId === GENERIC_WORKFLOW_ID;
  const [workflow, setWorkflow] = useState<string | null>(isGeneric ? null : file.workflowId);
  const [collection, setCollection] = useState('');
  const [description, setDescription] = useKeptText(`training ${processingId}`);
  const queries = useQueryClient();
  const attempt = useAttempt();
  const { data: workflows } = useQuery({
    queryKey: ['workflows', 'own'],
    queryFn: ({ signal }) => answerOf(api.GET('/workflows', { params: { query: { limit: 1000 } }, signal })),
    enabled: isGeneric,
  });
  const { data: collections } = useQuery({
    queryKey: ['collections', workflow],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/workflows/{workflow_id}/collections', {
          params: { path: { workflow_id: workflow ?? '' }, query: { limit: 1000 } },
          signal,
        }),
      ),
    enabled: workflow !== null,
  });
  const send = useMutation({
    mutationFn: () => {
      const body = {
        expected_sub_documents: subDocumentsOf(file.served.pages, editor.state.history.now),
        ...(isGeneric && workflow !== null ? { workflow_id: workflow } : {}),
        ...(collection.trim() === '' ? {} : { tag: collection.trim() }),
        ...(description.trim() === '' ? {} : { description: description.trim() }),
      };
      return attempt([processingId, body], ({ key }) =>
        answerOf(
          api.POST('/processing/feedback/{processing_id}', {
            params: { path: { processing_id: processingId }, header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      );
    },
    onSuccess: () => {
      if (workflow !== null) void queries.invalidateQueries({ queryKey: trainingDataKey(workflow) });
      setDescription('');
      showDone(t('train.done'));
    },
  });
  const own = workflows?.items.filter(({ workflow_id: id }) => id !== GENERIC_WORKFLOW_ID);
  if (own?.length === 0) return <NoWorkflow onClose={onClose} />;
  return (
    <Stack>
      <Text size="sm">{t('train.text')}</Text>
      {isGeneric ? (
        <Select
          label={t('train.workflow')}
          value={workflow}
          onChange={setWorkflow}
          data={(own ?? []).map(({ workflow_id: value, workflow_name: label }) => ({ value, label }))}
        />
      ) : null}
      <Autocomplete
        label={t('train.collection')}
        description={t('train.collectionHint')}
        value={collection}
        onChange={setCollection}
        data={(collections?.items ?? []).map(({ name }) => name).filter((name) => name !== UNNAMED_COLLECTION)}
      />
      <Textarea
        label={t('train.description')}
        maxLength={MAX_DESCRIPTION}
        autosize
        minRows={2}
        value={description}
        onChange={({ currentTarget }) => {
          setDescription(currentTarget.value);
        }}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          disabled={workflow === null}
          loading={send.isPending}
          onClick={() => {
            send.mutate(undefined, { onSuccess: onClose });
          }}
        >
          {t('train.send')}
        </Button>
      </Group>
    </Stack>
  );
};

/** The generic workflow is not trained: one of the account's own must be there. */
const NoWorkflow = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('editor');
  return (
    <Stack>
      <Text size="sm">{t('train.noWorkflow')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <ButtonTo to={PATHS.newWorkflow}>{t('train.newWorkflow')}</ButtonTo>
      </Group>
    </Stack>
  );
};
