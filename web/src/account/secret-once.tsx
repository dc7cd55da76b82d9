import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../components/copy/copy-text.tsx';

interface SecretOnceProps {
  /** That the secret is shown this once, and what to do with it. */
  readonly text: string;
  readonly label: string;
  readonly secret: string;
  readonly onStored: () => void;
}

/** A secret that was just made, to be copied before it is hidden for good. */
export const SecretOnce = ({ text, label, secret, onStored }: SecretOnceProps) => {
  const { t } = useTranslation('account');
  return (
    <Stack>
      <Alert color="teal">{text}</Alert>
      <CopyText label={label} value={secret} />
      <Group justify="flex-end">
        <Button onClick={onStored}>{t('keys.stored')}</Button>
      </Group>
    </Stack>
  );
};
