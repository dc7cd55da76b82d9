import { Button, Checkbox, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { createWebhook, EVENT_TYPES, webhooksQuery } from '../../api/account/webhooks.ts';
import type { EventType } from '../../api/account/webhooks.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { SecretOnce } from '../secret-once.tsx';

interface NewWebhookDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Registers an address for events and shows its secret, this once. */
export const NewWebhookDialog = ({ opened, onClose }: NewWebhookDialogProps) => {
  const { t } = useTranslation('account');
  return (
    <Modal opened={opened} onClose={onClose} title={t('webhooks.add')} size="lg" closeOnClickOutside={false}>
      <NewWebhook onClose={onClose} />
    </Modal>
  );
};

const isEventType = (value: string): value is EventType => EVENT_TYPES.some((type) => type === value);

const NewWebhook = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly EventType[]>([]);
  const attempt = useAttempt();
  const create = useMutation({
    mutationFn: () => {
      const webhook = {
        url: url.trim(),
        events: [...events],
        ...(description.trim() === '' ? {} : { description: description.trim() }),
      };
      return attempt(webhook, ({ key }) => createWebhook(webhook, key));
    },
    meta: { showsItsError: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data !== undefined)
    return (
      <SecretOnce
        text={t('webhooks.secretOnce')}
        label={t('webhooks.secret')}
        secret={create.data.secret}
        onStored={onClose}
      />
    );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t('webhooks.url')}
          description={t('webhooks.urlText')}
          type="url"
          placeholder="https://example.com/tearline"
          value={url}
          required
          withAsterisk={false}
          maxLength={2000}
          data-autofocus
          onChange={(event) => {
            setUrl(event.currentTarget.value);
          }}
        />
        <TextInput
          label={t('webhooks.description')}
          value={description}
          maxLength={200}
          onChange={(event) => {
            setDescription(event.currentTarget.value);
          }}
        />
        <Checkbox.Group
          label={t('webhooks.events')}
          description={t('webhooks.eventsText')}
          value={[...events]}
          onChange={(values) => {
            setEvents(values.filter(isEventType));
          }}
        >
          <Stack gap="xs" mt="xs">
            {EVENT_TYPES.map((event) => (
              <Checkbox key={event} value={event} label={t(`events.${event}`)} description={event} />
            ))}
          </Stack>
        </Checkbox.Group>
        {create.error === null ? null : <ErrorState error={create.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('app:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('webhooks.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
