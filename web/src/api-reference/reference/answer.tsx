import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NoAnswerError } from '../../api/client/problem.ts';
import { saveBlob } from '../../components/download-file.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { Code, jsonText } from './code.tsx';

export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly mediaType: string;
  readonly body: Blob;
  /** The body, where it is text that is short enough to be shown. */
  readonly text: string | null;
}

/** Characters of a text that are shown. */
const MAX_SHOWN = 200_000;

/** @throws NoAnswerError */
export const answerTo = async (request: Request): Promise<Answer> => {
  const begin = performance.now();
  const { response, body } = await fetchWhole(request);
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? '';
  const isText = /json$|^text\//.test(mediaType) && body.size <= MAX_SHOWN;
  return {
    status: response.status,
    milliseconds: performance.now() - begin,
    mediaType,
    body,
    text: isText ? indented(await body.text(), mediaType) : null,
  };
};

/** @throws NoAnswerError, also where the answer breaks off */
const fetchWhole = async (request: Request): Promise<{ readonly response: Response; readonly body: Blob }> => {
  try {
    const response = await fetch(request);
    return { response, body: await response.blob() };
  } catch (cause) {
    throw new NoAnswerError({ cause });
  }
};

const indented = (text: string, mediaType: string): string => {
  if (!mediaType.endsWith('json')) return text;
  try {
    return jsonText(JSON.parse(text));
  } catch {
    return text;
  }
};

/** What the service answered to a tried request. */
export const AnswerPanel = ({ name, answer }: { readonly name: string; readonly answer: Answer }) => {
  const { t } = useTranslation('api-reference');
  const format = useFormat();
  const { status, milliseconds, mediaType, body, text } = answer;
  return (
    <Stack gap={4} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {t('answered', { status, time: format.milliseconds(milliseconds) })}
        </Text>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {`${mediaType} ${format.bytes(body.size)}`.trim()}
          </Text>
          {body.size > 0 ? (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => {
                saveBlob(body, `${name}.${mediaType.split(/[/+]/).at(-1) ?? 'bin'}`);
              }}
            >
              {t('saveAnswer')}
            </Button>
          ) : null}
        </Group>
      </Group>
      {text === null || text === '' ? null : <Code label={t('answerOf', { name })}>{text}</Code>}
    </Stack>
  );
};
