import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '../copy/copy-text.tsx';
import type { SecretMaking } from './use-secret.ts';

/** What was made, and is not shown again. */
interface Secret {
  /** That it is shown this once, and what to do with it. */
  readonly text: string;
  readonly label: string;
  readonly value: string;
  /** What the button says that hides it for good. */
  readonly done: string;
}

interface SecretDialogProps {
  readonly opened: boolean;
  readonly making: Pick<SecretMaking<never, unknown>, 'isMaking' | 'close' | 'dismiss'>;
  readonly title: string;
  readonly size?: 'lg';
  /** Undefined until it is made. */
  readonly secret: Secret | undefined;
  /** The form that asks for it. */
  readonly children: ReactNode;
}

/**
 * Makes a secret and shows it, this once. From the moment when it is asked for, Escape and a click outside would lose it:
 * only the button below the secret closes the dialog.
 */
export const SecretDialog = ({ opened, making, title, size, secret, children }: SecretDialogProps) => (
  <Modal
    opened={opened}
    onClose={making.dismiss}
    withCloseButton={!making.isMaking && secret === undefined}
    closeOnClickOutside={false}
    title={title}
    {...(size === undefined ? {} : { size })}
    // The secret is forgotten when the dialog closes: the form would be seen in its place.
    transitionProps={{ exitDuration: 0 }}
  >
    {secret === undefined ? children : <SecretOnce secret={secret} onDone={making.close} />}
  </Modal>
);

interface SecretOnceProps {
  readonly secret: Secret;
  readonly onDone: () => void;
}

/** To be copied before it is hidden for good. */
const SecretOnce = ({ secret: { text, label, value, done }, onDone }: SecretOnceProps) => (
  <Stack>
    <Alert color="teal">{text}</Alert>
    <CopyText label={label} value={value} />
    <Group justify="flex-end">
      <Button onClick={onDone}>{done}</Button>
    </Group>
  </Stack>
);
