import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Is awaited; the dialog closes when it succeeds. */
  readonly onConfirm: () => Promise<unknown>;
  /** Asks with the thing's name, such as “Delete scan.pdf?”. */
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** What the button says, such as “Delete the workflow”. */
  readonly action: string;
  /** What the other button says; default: “Cancel”. */
  readonly keep?: string;
  /** Of an action on several things that is at work: how far it is, and what ends it after the present thing. */
  readonly progress?: { readonly text: string; readonly stop: () => void } | undefined;
  /** Must be typed: for what holds other things, such as a workflow or several documents. Absent: the button is enough. */
  readonly name?: string;
}

/** Asks before something that cannot be undone. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { t } = useTranslation('app');
  const { opened, onClose, onConfirm, title, children, action, keep = t('cancel'), progress, name } = props;
  const [typed, setTyped] = useState('');
  const [working, setWorking] = useState(false);
  const close = (): void => {
    setTyped('');
    onClose();
  };
  // What is at work cannot be taken back: the dialog stays until it is done.
  const dismiss = (): void => {
    if (!working) close();
  };
  const confirm = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setWorking(true);
    try {
      await onConfirm();
      close();
    } catch {
      // The mutation says what went wrong; the dialog stays, so that it can be tried again.
    } finally {
      setWorking(false);
    }
  };
  const isTyped = name === undefined || typed.trim() === name.trim();
  return (
    // The thing is forgotten when the dialog closes: without its name nothing is to be seen of it.
    <Modal
      opened={opened}
      onClose={dismiss}
      withCloseButton={!working}
      title={title}
      transitionProps={{ exitDuration: 0 }}
    >
      <form onSubmit={(event) => void confirm(event)}>
        <Stack gap="md">
          <Text component="div" size="sm">
            {children}
          </Text>
          {name === undefined ? null : (
            <TextInput
              label={t('confirmName', { name })}
              value={typed}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
              }}
              autoComplete="off"
              data-autofocus
            />
          )}
          {progress === undefined ? null : (
            <Text size="sm" role="status">
              {progress.text}
            </Text>
          )}
          <Group justify="flex-end">
            {progress === undefined ? (
              <Button
                variant="default"
                onClick={dismiss}
                disabled={working}
                {...(name === undefined ? { 'data-autofocus': true } : {})}
              >
                {keep}
              </Button>
            ) : (
              <Button variant="default" onClick={progress.stop}>
                {t('stop')}
              </Button>
            )}
            <Button type="submit" color="red" loading={working} disabled={!isTyped}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
