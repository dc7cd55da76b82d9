import { Button, Card, Group, ScrollArea, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SNIPPET_LANGUAGES, snippetsQuery } from '../api/workflow-api.ts';
import type { Snippet, SnippetLanguage } from '../api/workflow-api.ts';
import { saveBlob } from '../components/download-file.ts';
import { ErrorState } from '../components/error-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { useCopy } from '../components/copy/use-copy.ts';
import classes from './snippets.module.css';

const LANGUAGES = Object.entries(SNIPPET_LANGUAGES).map(([value, label]) => ({ value, label }));
const isLanguage = (value: string): value is SnippetLanguage => value in SNIPPET_LANGUAGES;

/** Whole programs that use the workflow, in a chosen language. */
export const Snippets = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('api-reference');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const { data, error, refetch } = useQuery(snippetsQuery(workflowId, language));
  return (
    <Stack maw={1100}>
      <Text size="sm" c="dimmed">
        {t('snippetsText')}
      </Text>
      <ScrollArea type="auto">
        <SegmentedControl
          aria-label={t('language')}
          value={language}
          data={LANGUAGES}
          onChange={(value) => {
            if (isLanguage(value)) setLanguage(value);
          }}
        />
      </ScrollArea>
      {error === null ? null : <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <LoadingState /> : null}
      {data?.items.map((snippet) => (
        <SnippetCard key={snippet.task} snippet={snippet} />
      ))}
    </Stack>
  );
};

const SnippetCard = ({ snippet }: { readonly snippet: Snippet }) => {
  const { t } = useTranslation('api-reference');
  const title = t(`task.${snippet.task}`);
  const { copied, copy } = useCopy(snippet.code);
  return (
    <Card component="section" withBorder padding="md" aria-label={title}>
      <Group justify="space-between" mb="xs" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              saveBlob(new Blob([snippet.code], { type: 'text/plain' }), snippet.file_name);
            }}
          >
            {t('saveFile', { name: snippet.file_name })}
          </Button>
          <Button size="xs" onClick={copy} aria-label={t('copyNamed', { title })}>
            {t(copied ? 'app:copied' : 'app:copy')}
          </Button>
        </Group>
      </Group>
      <pre className={classes['code']} tabIndex={0} role="region" aria-label={t('codeOf', { title })}>
        <code>{snippet.code}</code>
      </pre>
      <Text size="sm" c="dimmed" mt="xs">
        {t('run')} <code>{snippet.run}</code>
      </Text>
    </Card>
  );
};
