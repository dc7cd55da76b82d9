import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/client/client.ts';
import { useAttempt } from '../../api/client/use-attempt.ts';
import { createWebhook, EVENT_TYPES, webhooksQuery } from '../../api/account/webhooks.ts';
import type { EventType } from '../../api/account/webhooks.ts';
import { SecretDialog } from '../../components/dialogs/secret-dialog.tsx';
import { useSecret } from '../../components/dialogs/use-secret.ts';
import { ErrorState } from '../../components/error-state.tsx';

type WantedWebhook = Schema<'CreateWebhook'>;

interface NewWebhookDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Registers an address for events and shows its secret, this once. */
export const NewWebhookDialog = ({ opened, onClose }: NewWebhookDialogProps) => {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const attempt = useAttempt();
  const making = useSecret({
    make: (webhook: WantedWebhook) => attempt(webhook, ({ key }) => createWebhook(webhook, key)),
    meta: { showsItsError: true },
    // The secret is shown at once, whether or not the list can be read again.
    onMade: () => void queries.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
    onClose,
  });
  const { made, isMaking, error } = making;
  const secret =
    made === undefined
      ? undefined
      : { text: t('webhooks.secretOnce'), label: t('webhooks.secret'), value: made.secret, done: t('keys.stored') };
  return (
    <SecretDialog opened={opened} making={making} title={t('webhooks.add')} size="lg" secret={secret}>
      <NewWebhook isMaking={isMaking} error={error} onMake={making.make} onCancel={making.close} />
    </SecretDialog>
  );
};

const isEventType = (value: string): value is EventType => EVENT_TYPES.some((type) => type === value);

interface NewWebhookProps {
  readonly isMaking: boolean;
  readonly error: Error | null;
  readonly onMake: (webhook: WantedWebhook) => void;
  readonly onCancel: () => void;
}

const NewWebhook = ({ isMaking, error, onMake, onCancel }: NewWebhookProps) => {
  const { t } = useTranslation('account');
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState<readonly EventType[]>([]);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    onMake({
      url: url.trim(),
      events: [...events],
      ...(description.trim() === '' ? {} : { description: description.trim() }),
    });
  };
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
        {error === null ? null : <ErrorState error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isMaking}>
            {t('app:cancel')}
          </Button>
          <Button type="submit" loading={isMaking}>
            {t('webhooks.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
