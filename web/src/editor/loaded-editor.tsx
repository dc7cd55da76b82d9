import { Box, Center, Group, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isFailedProcessing } from '../api/client/problem.ts';
import { ErrorState } from '../components/error-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { ProgressBar } from '../components/progress/progress-bar.tsx';
import { usePageTitle } from '../components/use-page-title.ts';
import { Editor } from './editor.tsx';
import type { FileQueue } from './editor.tsx';
import type { Verify } from './save/use-verification.ts';
import type { EditedFile, EditorSource, Progress } from './source/editor-source.ts';
import type { Editor as EditorOf } from './state/use-editor.ts';

/** Milliseconds between two questions how far the processing is. */
const POLL_MS = 1000;

interface LoadedEditorProps {
  readonly source: EditorSource;
  /** The file's, where it is known although the file cannot be shown. */
  readonly name?: string | undefined;
  readonly threshold: number;
  readonly onThreshold: (threshold: number) => void;
  /** The way back to the list from which the file was opened. */
  readonly back: ReactNode;
  readonly queue?: FileQueue | undefined;
  /** The gap that is shown first; absent: all pages are. */
  readonly startGap?: number | undefined;
  /** Beside the button that saves. */
  readonly actions?: (file: EditedFile, editor: EditorOf, verify: Verify) => ReactNode;
}

export const editorQuery = (source: EditorSource) =>
  queryOptions({
    queryKey: ['editor', source.kind, source.id],
    queryFn: ({ signal }) => source.load(signal),
    refetchInterval: ({ state }) => (state.data?.state === 'working' && state.error === null ? POLL_MS : false),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });

/** The title of the tab: the file's name, where it has one, and what is done with it. */
export const useEditorTitle = (source: EditorSource): void => {
  const { t } = useTranslation('editor');
  // It is asked for by the editor.
  const { data } = useQuery({ ...editorQuery(source), enabled: false });
  const name = data?.state === 'ready' ? data.file.fileName : null;
  const title = t(`title.${source.kind}`);
  usePageTitle(name === null ? title : `${name} · ${title}`);
};

/** The editor once its file is there; until then how far the service is, or why it failed. */
export const LoadedEditor = (props: LoadedEditorProps) => {
  const { source, name, threshold, onThreshold, back, queue, startGap, actions } = props;
  const { t } = useTranslation('editor');
  const { data, error, refetch } = useQuery(editorQuery(source));
  if (error !== null && data?.state !== 'ready')
    return (
      <Box p="lg">
        <Group gap="xs" mb="xs">
          {back}
          <Title order={1} size="h4">
            {name ?? t(`title.${source.kind}`)}
          </Title>
        </Group>
        <ErrorState error={error} {...(isFailedProcessing(error) ? {} : { onRetry: () => void refetch() })} />
      </Box>
    );
  if (data === undefined) return <LoadingState />;
  if (data.state === 'working')
    return (
      <Box p="xs">
        {back}
        <Working progress={data.progress} />
      </Box>
    );
  const { file } = data;
  return (
    <Editor
      key={`${source.id} ${file.version}`}
      source={source}
      file={file}
      threshold={threshold}
      onThreshold={onThreshold}
      back={back}
      queue={queue}
      startGap={startGap}
      actions={(editor, verify) => actions?.(file, editor, verify)}
    />
  );
};

const Working = ({ progress }: { readonly progress: Progress }) => {
  const { t } = useTranslation('editor');
  const { step, pagesDone, pages } = progress;
  return (
    <Center p="xl">
      <Stack maw={460} w="100%" role="status">
        <Title order={1} size="h3">
          {t('working.title')}
        </Title>
        <Text>{t(`working.step.${step}`)}</Text>
        <ProgressBar part={pages === null ? 0 : pagesDone / pages} animated label={t('working.title')} />
        <Text size="sm" c="dimmed">
          {pages === null ? t('working.counting') : t('working.pages', { done: pagesDone, count: pages })}
        </Text>
      </Stack>
    </Center>
  );
};
