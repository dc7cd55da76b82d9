import { Button, FileInput, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { API_URL } from '../../api/client/client.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { AnswerPanel, answerTo } from './answer.tsx';
import { jsonText } from './code.tsx';
import { schemaOf, typeText } from './openapi.ts';
import type { ApiSchema, OpenApiDocument, Operation, Parameter } from './openapi.ts';
import { Line } from './prose.tsx';
import { Properties } from './properties.tsx';
import { parameterKey, requestOf } from './request-of.ts';
import type { FilledIn } from './request-of.ts';

interface TryFormProps {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  /** Empty: none. */
  readonly apiKey: string;
}

/** The parameters and the body of an operation, to be filled in and sent. */
export const TryForm = ({ document, operation, apiKey }: TryFormProps) => {
  const { t } = useTranslation('api-reference');
  const { operationId, parameters, body } = operation;
  const mediaTypes = Object.keys(body);
  const [filled, setFilled] = useState<FilledIn>({
    parameters: {},
    mediaType: mediaTypes[0],
    text: jsonText(body['application/json']?.example ?? {}),
    parts: {},
  });
  const change = (changes: Partial<FilledIn>): void => {
    setFilled({ ...filled, ...changes });
  };
  const sending = useMutation({
    mutationFn: async () => answerTo(requestOf(API_URL, apiKey, operation, filled)),
    meta: { showsItsError: true },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sending.mutate();
      }}
    >
      <Stack gap="sm">
        {parameters.length === 0 ? null : (
          <Title order={3} size="h6">
            {t('parameters')}
          </Title>
        )}
        {parameters.map((parameter) => (
          <ParameterField
            key={parameterKey(parameter)}
            document={document}
            parameter={parameter}
            value={filled.parameters[parameterKey(parameter)] ?? ''}
            onChange={(value) => {
              change({ parameters: { ...filled.parameters, [parameterKey(parameter)]: value } });
            }}
          />
        ))}
        <Body document={document} operation={operation} filled={filled} onChange={change} />
        <Group>
          <Button type="submit" loading={sending.isPending} disabled={apiKey === ''}>
            {t('send')}
          </Button>
          {apiKey === '' ? (
            <Text size="sm" c="dimmed">
              {t('keyFirst')}
            </Text>
          ) : null}
        </Group>
        {sending.error === null ? null : <ErrorState error={sending.error} />}
        {sending.data === undefined ? null : <AnswerPanel name={operationId} answer={sending.data} />}
      </Stack>
    </form>
  );
};

interface ParameterFieldProps {
  readonly document: OpenApiDocument;
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const ParameterField = ({ document, parameter, value, onChange }: ParameterFieldProps) => {
  const { in: place, name, required = false, description = '', schema } = parameter;
  const { enum: values } = schemaOf(document, schema);
  const field = {
    label: `${name} (${place})`,
    description: <Line text={`${typeText(document, schema)}. ${description}`} />,
    required,
    maw: 640,
    value,
  };
  return values === undefined ? (
    <TextInput
      {...field}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  ) : (
    <NativeSelect
      {...field}
      data={['', ...values.map(String)]}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
};

interface BodyProps {
  readonly document: OpenApiDocument;
  readonly operation: Operation;
  readonly filled: FilledIn;
  readonly onChange: (changes: Partial<FilledIn>) => void;
}

const Body = ({ document, operation: { operationId, body }, filled, onChange }: BodyProps) => {
  const { t } = useTranslation('api-reference');
  const mediaTypes = Object.keys(body);
  const { mediaType, parts, text } = filled;
  if (mediaType === undefined) return null;
  const schema = body[mediaType]?.schema ?? {};
  return (
    <>
      <Title order={3} size="h6">
        {t('body')}
      </Title>
      {mediaTypes.length === 1 ? (
        <Text size="xs" c="dimmed">
          {mediaType}
        </Text>
      ) : (
        <NativeSelect
          label={t('mediaType')}
          maw={320}
          data={mediaTypes}
          value={mediaType}
          onChange={({ currentTarget }) => {
            onChange({ mediaType: currentTarget.value });
          }}
        />
      )}
      <Properties document={document} schema={schema} label={`${operationId} ${mediaType}`} />
      {mediaType === 'multipart/form-data' ? (
        Object.entries(schemaOf(document, schema).properties ?? {}).map(([name, property]) => (
          <PartField
            key={name}
            name={name}
            schema={schemaOf(document, property)}
            value={parts[name] ?? ''}
            onChange={(value) => {
              onChange({ parts: { ...parts, [name]: value } });
            }}
          />
        ))
      ) : (
        <Textarea
          label={t('bodyText')}
          autosize
          minRows={3}
          maxRows={20}
          value={text}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
          onChange={({ currentTarget }) => {
            onChange({ text: currentTarget.value });
          }}
        />
      )}
    </>
  );
};

interface PartFieldProps {
  readonly name: string;
  readonly schema: ApiSchema;
  readonly value: string | File;
  readonly onChange: (value: string | File) => void;
}

/** A part of a form. */
const PartField = ({ name, schema: { format }, value, onChange }: PartFieldProps) => {
  const { t } = useTranslation('api-reference');
  return format === 'binary' ? (
    <FileInput
      label={name}
      placeholder={t('chooseFile')}
      maw={640}
      value={value instanceof File ? value : null}
      onChange={(file) => {
        onChange(file ?? '');
      }}
    />
  ) : (
    <TextInput
      label={name}
      maw={640}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
};
