import { Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ownNameOf } from '../api/results/own-name.ts';
import { splitResultQuery } from '../api/results/results.ts';
import type { Schema } from '../api/client/client.ts';
import { PATHS } from '../app/paths.ts';
import { ErrorState } from '../components/error-state.tsx';
import { ApiImage } from '../components/images/api-image.tsx';
import { ButtonTo } from '../components/links.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import classes from './split-preview.module.css';

interface SplitPreviewProps {
  readonly processingId: string;
  readonly fileName: string;
}

/** Documents that are shown; the editor has all. */
const SHOWN = 24;
/** Pixels for which the images are asked: twice as many as are drawn. */
const IMAGE_PX = 240;
const PAPER = 1 / Math.SQRT2;

/** The documents that were found in a file, each by its first page. */
export const SplitPreview = ({ processingId, fileName }: SplitPreviewProps) => {
  const { t } = useTranslation('start');
  const { data, error, refetch } = useQuery({
    ...splitResultQuery(processingId),
    staleTime: Infinity,
  });
  if (error !== null && data === undefined) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const documents = data?.document_splitting?.sub_documents;
  if (documents === undefined) return <LoadingState />;
  const more = documents.length - SHOWN;
  const firsts = firstImagesOf(documents);
  return (
    <Card component="section" withBorder mt="md" aria-label={t('split.label', { name: fileName })}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4">
          {t('split.title', { name: fileName, count: documents.length })}
        </Title>
        <ButtonTo to={PATHS.editor} params={{ processingId }}>
          {t('split.review')}
        </ButtonTo>
      </Group>
      <ol className={classes['documents']}>
        {documents.slice(0, SHOWN).map((document, index) => (
          <Document
            key={index}
            processingId={processingId}
            document={document}
            index={index}
            first={firsts[index] ?? 1}
          />
        ))}
      </ol>
      {more > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {t('split.more', { count: more })}
        </Text>
      ) : null}
    </Card>
  );
};

interface DocumentProps {
  readonly processingId: string;
  readonly document: Schema<'SubDocument'>;
  /** Of the document in the result, from 0. */
  readonly index: number;
  /** Number of its first page's image. */
  readonly first: number;
}

/** Images are numbered as the pages of all documents are, from 1. */
const firstImagesOf = (documents: readonly Schema<'SubDocument'>[]): number[] => {
  let next = 1;
  return documents.map(({ pages }) => {
    const first = next;
    next += pages.length;
    return first;
  });
};

const Document = ({ processingId, document: { name, pages }, index, first }: DocumentProps) => {
  const { t } = useTranslation('start');
  return (
    <li>
      <ApiImage
        path={`/processing/results/${processingId}/page-images/${first}?width=${IMAGE_PX}`}
        alt=""
        aspectRatio={PAPER}
        className={classes['page']}
        style={{ width: '100%', objectFit: 'contain' }}
      />
      <Text size="sm" lineClamp={2} mt={4}>
        {ownNameOf(name, index) ?? t('split.unnamed', { number: index + 1 })}
      </Text>
      <Text size="xs" c="dimmed">
        {t('split.pages', { count: pages.length })}
      </Text>
    </li>
  );
};
