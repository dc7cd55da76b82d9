import { Alert, Button, Group, List, Text } from '@mantine/core';
import IconUsers from '@tabler/icons-react/icons/IconUsers';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import { gapName } from '../overview/gap-label.ts';
import type { EditedFile } from '../source/editor-source.ts';
import { differenceOf, splitOf } from '../split/split.ts';
import type { Editor } from '../state/use-editor.ts';

/** Differences that are named; the others are counted. */
const MAX_NAMED = 5;

/** Somebody else has decided while the reviewer worked: what differs, and which of the two goes on. */
export const ConflictNotice = ({ file, editor }: { readonly file: EditedFile; readonly editor: Editor }) => {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const { conflicting, settleConflict, dispatch } = editor;
  if (conflicting === null) return null;
  const theirs = splitOf(file.served);
  const { gaps, names } = differenceOf(conflicting, theirs);
  const { decided } = file;
  return (
    <Alert
      color="orange"
      icon={<IconUsers aria-hidden />}
      title={
        decided === null
          ? t('conflict.withdrawn')
          : t('conflict.title', { by: decided.by, at: format.dateTime(decided.at) })
      }
      role="alert"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      radius={0}
    >
      <Text size="sm">{t('conflict.text', { count: gaps.length + names.length })}</Text>
      {decided?.comment === undefined || decided.comment === null ? null : (
        <Text size="sm" fs="italic">
          {decided.comment}
        </Text>
      )}
      <List size="sm" my={4}>
        {gaps.slice(0, MAX_NAMED).map((gap) => (
          <List.Item key={gap}>
            {t(conflicting.splits[gap] === true ? 'conflict.youSplit' : 'conflict.youJoin', {
              place: gapName(t, file.served.pages, gap),
            })}
          </List.Item>
        ))}
        {names.slice(0, MAX_NAMED).map((start) => (
          <List.Item key={`name ${start}`}>
            {t('conflict.name', {
              mine: conflicting.names.get(start) ?? '–',
              theirs: theirs.names.get(start) ?? '–',
            })}
          </List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button
          size="xs"
          onClick={() => {
            dispatch({ type: 'replace', split: conflicting });
            settleConflict();
          }}
        >
          {t('conflict.mine')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            // Undo brings the reviewer's own state back.
            dispatch({ type: 'replace', split: conflicting });
            dispatch({ type: 'replace', split: theirs });
            settleConflict();
          }}
        >
          {t('conflict.theirs')}
        </Button>
      </Group>
    </Alert>
  );
};
