import { Button, Group, TextInput } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconCopy from '@tabler/icons-react/icons/IconCopy';
import { useTranslation } from 'react-i18next';
import { useCopy } from './use-copy.ts';

interface CopyTextProps {
  readonly label: string;
  readonly description?: string;
  readonly value: string;
}

/** A text that cannot be changed, with a button that copies it. */
export const CopyText = ({ label, description, value }: CopyTextProps) => {
  const { t } = useTranslation('app');
  const { copied, copy } = useCopy(value);
  return (
    <Group align="end" wrap="nowrap" gap="xs">
      <TextInput
        flex={1}
        readOnly
        label={label}
        description={description}
        value={value}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onFocus={(event) => {
          event.currentTarget.select();
        }}
      />
      <Button
        onClick={copy}
        variant="default"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      >
        {t(copied ? 'copied' : 'copy')}
      </Button>
    </Group>
  );
};
