import { Badge, Group, Text } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import IconEye from '@tabler/icons-react/icons/IconEye';
import IconLoader from '@tabler/icons-react/icons/IconLoader2';
import IconX from '@tabler/icons-react/icons/IconX';
import { useTranslation } from 'react-i18next';
import type { ProcessedDocument } from '../../api/documents.ts';
import { documentStateOf } from './document-state.ts';
import type { DocumentState } from './document-state.ts';

const LOOKS: Readonly<Record<DocumentState, { readonly color: string; readonly Icon: typeof IconCheck }>> = {
  unfinished: { color: 'blue', Icon: IconLoader },
  failed: { color: 'red', Icon: IconAlertTriangle },
  cancelled: { color: 'gray', Icon: IconX },
  verified: { color: 'teal', Icon: IconCheck },
  corrected: { color: 'teal', Icon: IconCheck },
  to_review: { color: 'yellow', Icon: IconEye },
  sure: { color: 'gray', Icon: IconCheck },
};

/** Where a document is between sending and verification, who verified it, and how many of its pages were not read. */
export const StateBadge = ({ document }: { readonly document: ProcessedDocument }) => {
  const { t } = useTranslation(['documents', 'process']);
  const state = documentStateOf(document);
  const { color, Icon } = LOOKS[state];
  const { verified_by: by, failure_code: code, failure_detail: sentence, unread_page_count: unread } = document;
  const detail =
    state === 'failed'
      ? t(`process:failure.${code ?? 'processing_failed'}`, sentence ?? t('process:failure.processing_failed'))
      : [by ?? '', unread === 0 ? '' : t('documents:list.unread', { count: unread })]
          .filter((part) => part !== '')
          .join(', ');
  return (
    <Group gap={4}>
      <Badge variant="light" color={color} tt="none" leftSection={<Icon size={12} aria-hidden />}>
        {t(`documents:state.${state}`)}
      </Badge>
      {detail === '' ? null : (
        <Text size="xs" c="dimmed" lineClamp={2} title={detail}>
          {detail}
        </Text>
      )}
    </Group>
  );
};
