import { Button, Group, Modal, Text } from '@mantine/core';
import IconCheck from '@tabler/icons-react/icons/IconCheck';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditedFile, EditorSource } from '../source/editor-source.ts';
import type { Editor } from '../state/use-editor.ts';
import type { Save } from './use-save.ts';

interface SaveButtonProps {
  readonly source: EditorSource;
  readonly file: EditedFile;
  readonly editor: Editor;
  readonly save: Save;
  readonly onSave: () => void;
}

/** Whether there is something to verify: a verified split that was not changed is done. */
export const canSave = (file: EditedFile, editor: Editor): boolean => file.decided === null || editor.changed;

export const SaveButton = ({ source, file, editor, save, onSave }: SaveButtonProps) => {
  const { t } = useTranslation('editor');
  const label = file.decided !== null && !editor.changed ? 'done' : editor.changed ? 'corrected' : 'right';
  return (
    <Button
      size="sm"
      leftSection={<IconCheck size={16} aria-hidden />}
      loading={save.isSaving}
      disabled={!canSave(file, editor)}
      onClick={onSave}
    >
      {t(`save.${source.kind}.${label}`)}
    </Button>
  );
};

interface UnseenDialogProps {
  readonly source: EditorSource;
  readonly editor: Editor;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}

/** Asks before places are verified that nobody has looked at. */
export const UnseenDialog = memo(function UnseenDialog({ source, editor, opened, onClose, onSave }: UnseenDialogProps) {
  const { t } = useTranslation('editor');
  const count = unseenOf(editor).length;
  return (
    <Modal opened={opened} onClose={onClose} title={t('unseen.title')} transitionProps={{ duration: 0 }}>
      <Text size="sm">{t('unseen.text', { count, places: t('unseen.places', { count: editor.places.length }) })}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onSave}>
          {t(`unseen.anyway.${source.kind}`)}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            const [first] = unseenOf(editor);
            if (first !== undefined) {
              editor.dispatch({ type: 'select', gap: first });
              editor.dispatch({ type: 'view', view: 'focus' });
            }
            onClose();
          }}
        >
          {t('unseen.look')}
        </Button>
      </Group>
    </Modal>
  );
});

export const unseenOf = ({ places, state }: Editor): number[] => places.filter((gap) => !state.looked.has(gap));
