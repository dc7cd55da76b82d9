import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProgressBar } from '../components/progress/progress-bar.tsx';
import { partDone } from './queue/queued-file.ts';
import type { FileState, QueuedFile } from './queue/queued-file.ts';
import classes from './queued-file-row.module.css';

interface QueuedFileRowProps {
  readonly file: QueuedFile;
  /** As the reader sees it. */
  readonly size: string;
  /** Where the file is, in the reader's language. */
  readonly text: string;
  /** With smaller letters, and one line for the name in place of two. */
  readonly isSmall?: boolean;
  /** What can be done with the file. */
  readonly children?: ReactNode;
}

const COLORS: Readonly<Partial<Record<FileState['kind'], string>>> = {
  succeeded: 'teal',
  failed: 'red',
  cancelled: 'gray',
  interrupted: 'yellow',
};

/** A file on its way: its name and size, and where it is, as text and bar. */
export const QueuedFileRow = ({ file, size, text, isSmall = false, children }: QueuedFileRowProps) => {
  const { name, state } = file;
  return (
    <div className={classes['row']}>
      <div className={classes['name']}>
        <Text fw={500} lineClamp={isSmall ? 1 : 2} title={name} {...(isSmall ? { size: 'sm' } : {})}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {size}
        </Text>
      </div>
      <Stack gap={4} className={classes['state']}>
        <Text size="sm" {...(state.kind === 'failed' ? { c: 'var(--mantine-color-error)' } : {})}>
          {text}
        </Text>
        <ProgressBar
          part={partDone(state)}
          size="sm"
          animated={state.kind === 'uploading' || state.kind === 'processing'}
          color={COLORS[state.kind] ?? 'blue'}
          label={name}
          text={text}
        />
      </Stack>
      {children}
    </div>
  );
};
