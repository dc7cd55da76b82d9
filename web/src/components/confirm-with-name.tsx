import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './error-state.tsx';

interface ConfirmWithNameProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What is lost. */
  readonly text: string;
  /** The name that is to be typed. */
  readonly name: string;
  /** Of the button, such as "Delete the workflow". */
  readonly confirm: string;
  readonly onConfirm: () => void;
  readonly loading?: boolean;
  readonly error?: Error | null;
}

/** Asks before something is destroyed for good: its name has to be typed. */
export const ConfirmWithName = (props: ConfirmWithNameProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
    <ConfirmForm {...props} />
  </Modal>
);

/** Mounted with each opening, so that it begins empty. */
const ConfirmForm = ({ onClose, text, name, confirm, onConfirm, loading, error }: ConfirmWithNameProps) => {
  const { t } = useTranslation('app');
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === name.trim();
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (matches) onConfirm();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{text}</Text>
        <TextInput
          label={t('confirm.label', { name })}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          autoComplete="off"
          data-autofocus
        />
        {error === undefined || error === null ? null : <ErrorState error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red" disabled={!matches} loading={loading ?? false}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
