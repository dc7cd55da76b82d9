import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../error-state.tsx';
import { ProgressBar } from '../progress/progress-bar.tsx';
import { ArchiveTooLargeError } from './archive-too-large-error.ts';
import type { ArchiveWork } from './archive-work.ts';

interface ArchiveStateProps {
  readonly work: ArchiveWork;
  /** What to do where the files do not fit into an archive. */
  readonly tooLarge: string;
}

/** How far an archive is, with a way to cancel it, or why it was not made. */
export const ArchiveState = ({ work, tooLarge }: ArchiveStateProps) => {
  const { t } = useTranslation('app');
  const { progress, error, cancel } = work;
  if (error instanceof ArchiveTooLargeError)
    return (
      <Text size="sm" mt="xs" c="var(--mantine-color-error)" role="alert">
        {tooLarge}
      </Text>
    );
  if (error !== null) return <ErrorState error={error} />;
  if (progress === undefined) return null;
  const { done, count } = progress;
  return (
    <Group gap="xs" mt="xs" wrap="nowrap">
      <ProgressBar part={count === 0 ? 0 : done / count} size="sm" flex={1} maw={320} label={t('archive.label')} />
      <Text size="sm">{count === 0 ? t('archive.begin') : t('archive.progress', { done, count })}</Text>
      <Button size="xs" variant="subtle" color="gray" onClick={cancel}>
        {t('archive.cancel')}
      </Button>
    </Group>
  );
};
