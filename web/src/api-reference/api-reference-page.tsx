import { Button, Group, PasswordInput, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { workflowOpenApiQuery } from '../api/workflow-api.ts';
import { PATHS } from '../app/paths.ts';
import { CopyText } from '../components/copy/copy-text.tsx';
import { saveBlob } from '../components/download-file.ts';
import { lazyPart } from '../components/lazy-part.tsx';
import { LoadingState, MissingState } from '../components/loading-state.tsx';
import { Page } from '../components/page.tsx';
import type { OpenApiDocument } from './reference/openapi.ts';
import { Snippets } from './snippets.tsx';

const route = getRouteApi(PATHS.apiReference);
const Reference = lazyPart(async () => (await import('./reference/reference.tsx')).Reference, {
  fallback: <LoadingState />,
});

/** A workflow's API: programs that use it, and its reference, where each request can be tried. */
export const ApiReferencePage: FC = () => {
  const { t } = useTranslation('api-reference');
  const { workflowId } = route.useParams();
  return (
    <Page title={t('title')}>
      <Stack gap="lg">
        <Stack maw={560}>
          <CopyText label={t('workflowKey')} description={t('workflowKeyText')} value={workflowId} />
        </Stack>
        <Tabs defaultValue="snippets" keepMounted={false}>
          <Tabs.List mb="md" aria-label={t('title')}>
            <Tabs.Tab value="snippets">{t('snippets')}</Tabs.Tab>
            <Tabs.Tab value="reference">{t('reference')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="snippets">
            <Snippets workflowId={workflowId} />
          </Tabs.Panel>
          <Tabs.Panel value="reference">
            <ReferencePanel workflowId={workflowId} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Page>
  );
};

const ReferencePanel = ({ workflowId }: { readonly workflowId: string }) => {
  const { t } = useTranslation('api-reference');
  const { data: document, error, refetch } = useQuery(workflowOpenApiQuery(workflowId));
  const [apiKey, setApiKey] = useState('');
  if (document === undefined) return <MissingState error={error} refetch={refetch} />;
  return (
    <Stack>
      <Group align="end">
        <PasswordInput
          label={t('apiKey')}
          description={t('apiKeyText')}
          placeholder="tl_…"
          value={apiKey}
          w={420}
          maw="100%"
          autoComplete="off"
          onChange={(event) => {
            setApiKey(event.currentTarget.value);
          }}
          visibilityToggleButtonProps={{ 'aria-label': t('showKey'), tabIndex: 0 }}
        />
        <Button
          variant="default"
          onClick={() => {
            saveBlob(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), 'openapi.json');
          }}
        >
          {t('save')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('tried')}
      </Text>
      <Reference
        // Its own types say nothing of what is inside: the service makes it (lambdas/api/openapi).
        document={document as unknown as OpenApiDocument}
        apiKey={apiKey.trim()}
      />
    </Stack>
  );
};
