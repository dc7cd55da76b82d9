import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelEvaluation } from '../../api/training/models.ts';
import { hasStatus } from '../../api/client/problem.ts';
import { trainingDocumentQuery } from '../../api/training/training-data.ts';
import type { TrainingDocument } from '../../api/training/training-data.ts';
import { PATHS } from '../../app/paths.ts';
import { ErrorState } from '../../components/error-state.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { ApiImage } from '../../components/images/api-image.tsx';
import { AnchorTo } from '../../components/links.tsx';
import { pageBeforeMistake } from './mistake-page.ts';
import { ReportCard } from './report-card.tsx';
import classes from './report.module.css';

type WrongDocument = ModelEvaluation['wrong_documents'][number];

interface WrongDocumentsProps {
  readonly workflowId: string;
  readonly documents: readonly WrongDocument[];
}

/** Rows that are drawn at first, and with each further click: each fetches its document. */
const DRAWN = 12;

/** The documents that the model gets wrong, those with the most mistakes first, each of which opens in the editor. */
export const WrongDocuments = ({ workflowId, documents }: WrongDocumentsProps) => {
  const { t } = useTranslation('training');
  const [drawn, setDrawn] = useState(DRAWN);
  return (
    <ReportCard
      title={t('report.wrong.title')}
      text={documents.length === 0 ? t('report.wrong.none') : t('report.wrong.text', { count: documents.length })}
    >
      <Stack gap={0}>
        {documents.slice(0, drawn).map((document) => (
          <WrongRow
            key={`${document.document_id} ${document.sub_document ?? ''}`}
            workflowId={workflowId}
            document={document}
          />
        ))}
      </Stack>
      {documents.length > drawn ? (
        <Group>
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              setDrawn(drawn + DRAWN);
            }}
          >
            {t('history.more')}
          </Button>
        </Group>
      ) : null}
    </ReportCard>
  );
};

interface WrongRowProps {
  readonly workflowId: string;
  readonly document: WrongDocument;
}

const WrongRow = ({ workflowId, document }: WrongRowProps) => {
  const { t } = useTranslation('training');
  const { data: file, error } = useQuery(trainingDocumentQuery(workflowId, document.document_id));
  if (error !== null && !hasStatus(error, 404)) return <ErrorState error={error} />;
  return (
    <div className={classes['wrong']}>
      <div className={classes['thumbnail']}>
        {file?.thumbnail === undefined || file.thumbnail === null ? null : (
          <ApiImage path={file.thumbnail} alt="" style={{ maxHeight: 72 }} />
        )}
      </div>
      <div>
        <Text size="sm" fw={600}>
          {file?.file_name ?? (error === null ? '…' : t('report.wrong.deleted'))}
          {document.sub_document === null ? null : `, ${t('report.wrong.part', { number: document.sub_document + 1 })}`}
        </Text>
        <List size="sm">
          {document.mistakes.map((mistake) => (
            <List.Item key={`${mistake.kind} ${mistake.after_page ?? ''}`}>
              <MistakeText workflowId={workflowId} document={document} mistake={mistake} file={file} />
            </List.Item>
          ))}
        </List>
      </div>
    </div>
  );
};

interface MistakeTextProps extends WrongRowProps {
  readonly mistake: WrongDocument['mistakes'][number];
  /** Undefined: not fetched yet, or deleted. */
  readonly file: TrainingDocument | undefined;
}

const MistakeText = ({ workflowId, document, mistake, file }: MistakeTextProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const page = file && pageBeforeMistake(mistake, document.sub_document, file.sub_documents);
  const text = t(`report.wrong.${mistake.kind}`, {
    page: mistake.after_page ?? 0,
    probability: format.percent(mistake.probability, 0),
    often: format.percent(mistake.how_often, 0),
  });
  if (file === undefined) return text;
  return (
    <AnchorTo
      to={PATHS.trainingDocument}
      params={{ workflowId, documentId: document.document_id }}
      search={page === undefined ? {} : { page }}
      inherit
    >
      {text}
    </AnchorTo>
  );
};
