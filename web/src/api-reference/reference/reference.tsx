import { Badge, Stack, Text, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { operationGroupsOf } from './openapi.ts';
import type { OpenApiDocument, Operation } from './openapi.ts';
import { Prose } from './prose.tsx';
import { Responses } from './responses.tsx';
import { TryForm } from './try-form.tsx';
import classes from './reference.module.css';

interface ReferenceProps {
  readonly document: OpenApiDocument;
  /** With which requests are tried; empty: none. It is kept in memory only. */
  readonly apiKey: string;
}

/** The operations of the document, whose own texts are English. */
export const Reference = ({ document, apiKey }: ReferenceProps) => {
  const groups = useMemo(() => operationGroupsOf(document), [document]);
  return (
    <Stack gap="lg">
      {groups.map(({ name, description, operations }) => (
        <section key={name} aria-label={name}>
          <Title order={2} size="h4" lang="en">
            {name}
          </Title>
          <Text size="sm" c="dimmed" mb="xs" lang="en">
            {description}
          </Text>
          {operations.map((operation) => (
            <OperationDetails key={operation.operationId} document={document} operation={operation} apiKey={apiKey} />
          ))}
        </section>
      ))}
    </Stack>
  );
};

/** An operation: what it is called, and once it is opened what it takes and answers. */
const OperationDetails = (props: ReferenceProps & { readonly operation: Operation }) => {
  const { document, operation, apiKey } = props;
  const { t } = useTranslation('api-reference');
  const [wasOpened, setWasOpened] = useState(false);
  const { method, path, summary, description = '', deprecated = false } = operation;
  return (
    <details
      className={classes['operation']}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setWasOpened(true);
      }}
    >
      <summary className={classes['summary']}>
        <span className={classes['method']}>{method}</span>
        <span className={classes['path']}>{path}</span>
        <Text span size="sm" c="dimmed" lang="en">
          {summary}
        </Text>
        {deprecated ? (
          <Badge size="sm" variant="light" color="gray">
            {t('deprecated')}
          </Badge>
        ) : null}
      </summary>
      {wasOpened ? (
        <Stack gap="lg" className={classes['content'] ?? ''}>
          <div>
            <Prose text={description} />
          </div>
          <TryForm document={document} operation={operation} apiKey={apiKey} />
          <Responses document={document} operation={operation} />
        </Stack>
      ) : null}
    </details>
  );
};
