import { Button, Group, Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { useFileDialog } from '@mantine/hooks';
import IconFileUpload from '@tabler/icons-react/icons/IconFileUpload';
import IconFolderUp from '@tabler/icons-react/icons/IconFolderUp';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ACCEPTED } from './queue/check-files.ts';

interface DropAreaProps {
  /** Files of any kind: the caller checks them. */
  readonly onFiles: (files: readonly File[]) => void;
  /** Beside the buttons. */
  readonly more?: ReactNode;
}

const ENDINGS = Object.entries(ACCEPTED).flat(2).join(',');

/** A place to drop files and folders, with buttons that do the same by keyboard. */
export const DropArea = ({ onFiles, more }: DropAreaProps) => {
  const { t } = useTranslation('process');
  const onChange = (list: FileList | null): void => {
    onFiles([...(list ?? [])]);
  };
  const files = useFileDialog({ accept: ENDINGS, multiple: true, resetOnOpen: true, onChange });
  const folder = useFileDialog({ directory: true, resetOnOpen: true, onChange });
  return (
    <Dropzone
      // The buttons inside open the dialogs.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      tabIndex={-1}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      onDrop={() => undefined}
      onDropAny={(accepted, rejected) => {
        onFiles([...accepted, ...rejected.map(({ file }) => file)]);
      }}
      p="lg"
      // While files are over it, Mantine's own colour of the text is hard to read on dark.
      style={{ cursor: 'default', '--dropzone-accept-color': 'var(--mantine-color-blue-light-color)' }}
    >
      <Stack align="center" gap="sm" ta="center">
        <IconFileUpload size={40} stroke={1.5} aria-hidden />
        <div>
          <Text fw={600}>{t('drop.title')}</Text>
          <Text size="sm" c="dimmed">
            {t('drop.kinds')}
          </Text>
        </div>
        <Group justify="center" gap="xs">
          <Button onClick={files.open}>{t('drop.files')}</Button>
          <Button variant="default" onClick={folder.open} leftSection={<IconFolderUp size={18} aria-hidden />}>
            {t('drop.folder')}
          </Button>
          {more}
        </Group>
      </Stack>
    </Dropzone>
  );
};
