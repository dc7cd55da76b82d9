import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Code, jsonText } from './code.tsx';
import type { OpenApiDocument, Operation } from './openapi.ts';
import { Properties } from './properties.tsx';
import classes from './reference.module.css';

interface ResponsesProps {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
}

/** What the service answers: of a success also the body, of the others what they mean. */
export const Responses = ({ document, operation: { operationId, responses } }: ResponsesProps) => {
  const { t } = useTranslation('api-reference');
  return (
    <Stack gap="xs">
      <Title order={3} size="h6">
        {t('answers')}
      </Title>
      {responses
        .filter(([status]) => status.startsWith('2'))
        .map(([status, { description, content = {} }]) => (
          <div key={status}>
            <Text size="sm">
              <b>{status}</b> <span lang="en">{description}</span>
            </Text>
            {Object.entries(content).map(([mediaType, { schema, example }]) => {
              const label = `${operationId} ${status} ${mediaType}`;
              return (
                <Stack key={mediaType} gap={4} mt={4} mb="sm">
                  <Text size="xs" c="dimmed">
                    {mediaType}
                  </Text>
                  {schema === undefined ? null : <Properties document={document} schema={schema} label={label} />}
                  {example === undefined ? null : (
                    <Code label={t('exampleOf', { name: label })}>{jsonText(example)}</Code>
                  )}
                </Stack>
              );
            })}
          </div>
        ))}
      <details>
        <summary className={classes['others']}>{t('otherAnswers')}</summary>
        {responses
          .filter(([status]) => !status.startsWith('2'))
          .map(([status, { description }]) => (
            <Text key={status} size="sm" mt={4}>
              <b>{status}</b> <span lang="en">{description}</span>
            </Text>
          ))}
      </details>
    </Stack>
  );
};
