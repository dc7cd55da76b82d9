import { Alert, List, Text } from '@mantine/core';
import IconFileAlert from '@tabler/icons-react/icons/IconFileAlert';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../components/format/use-format.ts';
import { MAX_FILES } from './queue/check-files.ts';
import type { LeftOutFile, LeftOutReason } from './queue/check-files.ts';

interface LeftOutNoticeProps {
  readonly files: readonly LeftOutFile[];
  /** Of a file, as the plan says. */
  readonly maxBytes: number | null;
  readonly onClose: () => void;
}

/** Names that are listed for each reason. */
const LISTED = 5;

/** The files that were not added, by reason, with what to do about each. */
export const LeftOutNotice = ({ files, maxBytes, onClose }: LeftOutNoticeProps) => {
  const { t } = useTranslation('process');
  const format = useFormat();
  if (files.length === 0) return null;
  const values = { limit: format.number(MAX_FILES), size: format.bytes(maxBytes ?? 0) };
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconFileAlert aria-hidden />}
      title={t('leftOut.title', { count: files.length })}
      withCloseButton
      onClose={onClose}
      mt="md"
    >
      {[...Map.groupBy(files, ({ reason }) => reason)].map(([reason, left]) => (
        <Reason key={reason} reason={reason} names={left.map(({ name }) => name)} values={values} />
      ))}
    </Alert>
  );
};

interface ReasonProps {
  readonly reason: LeftOutReason;
  readonly names: readonly string[];
  readonly values: Readonly<Record<string, string>>;
}

const Reason = ({ reason, names, values }: ReasonProps) => {
  const { t } = useTranslation('process');
  const more = names.length - LISTED;
  return (
    <>
      <Text size="sm">{t(`leftOut.reason.${reason}`, { ...values, count: names.length })}</Text>
      <List size="sm" mb="xs">
        {names.slice(0, LISTED).map((name, index) => (
          <List.Item key={`${index} ${name}`}>{name}</List.Item>
        ))}
        {more > 0 ? <List.Item>{t('leftOut.more', { count: more })}</List.Item> : null}
      </List>
    </>
  );
};
