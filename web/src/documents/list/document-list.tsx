import { Checkbox, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { TimeText } from '../../components/format/time-text.tsx';
import { useFormat } from '../../components/format/use-format.ts';
import { VirtualTable } from '../../components/lists/virtual-table.tsx';
import type { Column } from '../../components/lists/virtual-table.tsx';
import { directionOf, nextSort } from '../filters/documents-search.ts';
import type { DocumentsSearch } from '../filters/documents-search.ts';
import type { Selection } from '../selection/use-selection.ts';
import { NameCell } from './name-cell.tsx';
import { SortHeader } from './sort-header.tsx';
import { StateBadge } from './state-badge.tsx';

interface DocumentListProps {
  readonly documents: readonly ProcessedDocument[];
  readonly sort: DocumentsSearch['sort'];
  readonly onSort: (sort: NonNullable<DocumentsSearch['sort']>) => void;
  readonly selection: Selection;
  readonly onEndReached: (() => void) | undefined;
  readonly isFetchingMore: boolean;
  readonly moreError: Error | null;
  /** Memoised. */
  readonly actions: (document: ProcessedDocument) => React.ReactNode;
}

const ROW_HEIGHT = 65;
/** Mantine's breakpoint `md`: below it a row is its name with the other facts under it. */
const WIDE = '(min-width: 62em)';

/** A row for each document. */
export const DocumentList = (props: DocumentListProps) => {
  const { t } = useTranslation('documents');
  const { documents, selection, actions } = props;
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const facts = useFactColumns(props);
  const { has, set } = selection;
  const select = useCallback(
    ({ processing_id: id, file_name: name }: ProcessedDocument) => (
      <Checkbox
        aria-label={t('list.select', { name })}
        checked={has(id)}
        onChange={(event) => {
          set([id], event.currentTarget.checked);
        }}
      />
    ),
    [t, has, set],
  );
  const columns: readonly Column<ProcessedDocument>[] = [
    {
      key: 'selected',
      header: <SelectAll documents={documents} selection={selection} />,
      width: '24px',
      cell: select,
    },
    ...facts.filter(({ key }) => isWide || key === 'file_name'),
    {
      key: 'actions',
      header: <VisuallyHidden>{t('list.actions')}</VisuallyHidden>,
      width: '36px',
      align: 'end',
      cell: actions,
    },
  ];
  return (
    <VirtualTable
      label={t('title')}
      columns={columns}
      rows={documents}
      keyOf={({ processing_id: id }) => id}
      rowHeight={ROW_HEIGHT}
      onEndReached={props.onEndReached}
      isFetchingMore={props.isFetchingMore}
      moreError={props.moreError}
    />
  );
};

const useFactColumns = ({ sort, onSort }: DocumentListProps): readonly Column<ProcessedDocument>[] => {
  const { t } = useTranslation('documents');
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const sorted = (by: Parameters<typeof nextSort>[1]) => {
    const direction = directionOf(sort, by);
    return {
      key: by,
      header: (
        <SortHeader
          label={t(`list.column.${by}`)}
          direction={direction}
          onClick={() => {
            onSort(nextSort(sort, by));
          }}
        />
      ),
      ...(direction === undefined ? {} : { sorted: direction }),
    };
  };
  const cells = useFactCells(isWide);
  return [
    { ...sorted('file_name'), width: '3fr', cell: cells.name },
    { ...sorted('created_at'), width: '120px', cell: timeCell },
    { ...sorted('page_count'), width: '70px', align: 'end', cell: cells.pages },
    {
      key: 'sub_documents',
      header: t('list.column.sub_documents'),
      width: '100px',
      align: 'end',
      cell: cells.subDocuments,
    },
    { ...sorted('lowest_confidence'), width: '120px', align: 'end', cell: cells.confidence },
    { key: 'state', header: t('list.column.state'), width: '1.6fr', cell: stateCell },
  ];
};

type Cell = Column<ProcessedDocument>['cell'];

const timeCell: Cell = ({ created_at: time }) => <TimeText time={time} size="sm" />;
const stateCell: Cell = (document) => <StateBadge document={document} />;

const useFactCells = (isWide: boolean): Readonly<Record<'name' | 'pages' | 'subDocuments' | 'confidence', Cell>> => {
  const format = useFormat();
  return useMemo(() => {
    const numberOf = (value: number | null): string => (value === null ? '–' : format.number(value));
    return {
      name: (document) => <NameCell document={document} isNarrow={!isWide} />,
      pages: ({ page_count: count }) => numberOf(count),
      subDocuments: ({ sub_document_count: count }) => numberOf(count),
      confidence: ({ lowest_confidence: lowest }) => (
        <Text inherit>{lowest === null ? '–' : format.confidence(lowest)}</Text>
      ),
    };
  }, [format, isWide]);
};

const SelectAll = ({ documents, selection }: Pick<DocumentListProps, 'documents' | 'selection'>) => {
  const { t } = useTranslation('documents');
  const count = selection.documents.length;
  return (
    <Checkbox
      aria-label={t('list.selectAll')}
      checked={count > 0 && count === documents.length}
      indeterminate={count > 0 && count < documents.length}
      onChange={(event) => {
        selection.set(
          documents.map(({ processing_id: id }) => id),
          event.currentTarget.checked,
        );
      }}
    />
  );
};
