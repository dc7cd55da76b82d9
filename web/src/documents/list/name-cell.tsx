import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { PATHS } from '../../app/paths.ts';
import { TimeText } from '../../components/format/time-text.tsx';
import { ApiImage } from '../../components/images/api-image.tsx';
import { AnchorTo } from '../../components/links.tsx';
import classes from './document-list.module.css';
import { StateBadge } from './state-badge.tsx';

interface NameCellProps {
  readonly document: ProcessedDocument;
  /** Whether the other columns are not drawn. */
  readonly isNarrow: boolean;
}

/** The first page and the file's name, which leads to the editor; in a narrow window also what else there is to know. */
export const NameCell = ({ document, isNarrow }: NameCellProps) => {
  const { t } = useTranslation('documents');
  const {
    processing_id: processingId,
    file_name: name,
    state,
    page_count: pages,
    created_at: time,
    thumbnail,
  } = document;
  const isReady = state === 'succeeded';
  return (
    <div className={classes['name']}>
      {thumbnail === null ? (
        <div className={classes['picture']} aria-hidden />
      ) : (
        <ApiImage path={thumbnail} alt="" className={classes['picture']} />
      )}
      <div className={classes['facts']}>
        <Text component="div" fw={500} lineClamp={2} title={name}>
          {isReady ? (
            <AnchorTo to={PATHS.editor} params={{ processingId }} c="inherit" inherit>
              {name}
            </AnchorTo>
          ) : (
            name
          )}
        </Text>
        {isNarrow ? (
          <>
            <Text size="xs" c="dimmed">
              <TimeText time={time} />
              {pages === null ? null : `, ${t('list.pages', { count: pages })}`}
            </Text>
            <StateBadge document={document} />
          </>
        ) : null}
      </div>
    </div>
  );
};
