import { Button, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useKeptText } from './use-kept-text.ts';

interface CommentDialogProps {
  readonly processingId: string;
  /** Of the verification that the service has. */
  readonly saved: string | null;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSave: (comment: string) => void;
}

/** Characters, as the API has it. */
const MAX_COMMENT = 2000;

/** Verifies with a sentence for whoever reads the result later. */
export const CommentDialog = ({ processingId, saved, opened, onClose, onSave }: CommentDialogProps) => {
  const { t } = useTranslation('editor');
  const [comment, setComment] = useKeptText(`comment ${processingId}`, saved);
  return (
    <Modal opened={opened} onClose={onClose} title={t('comment.title')}>
      <Stack>
        <Textarea
          label={t('comment.label')}
          maxLength={MAX_COMMENT}
          autosize
          minRows={2}
          value={comment}
          data-autofocus
          onChange={({ currentTarget }) => {
            setComment(currentTarget.value);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            disabled={comment.trim() === ''}
            onClick={() => {
              // It stays in the field until the service has it.
              onSave(comment.trim());
              onClose();
            }}
          >
            {t('comment.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
