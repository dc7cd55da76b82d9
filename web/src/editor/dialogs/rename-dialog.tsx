import { Button, Group, Modal, TextInput } from '@mantine/core';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_NAME } from '../split/edits.ts';
import type { Editor } from '../state/use-editor.ts';

interface RenameDialogProps {
  readonly editor: Editor;
  /** Index of the first page of the document; null: the dialog is closed. */
  readonly start: number | null;
  readonly onClose: () => void;
}

export const RenameDialog = memo(function RenameDialog({ editor, start, onClose }: RenameDialogProps) {
  const { t } = useTranslation('editor');
  return (
    <Modal opened={start !== null} onClose={onClose} title={t('rename.title')} transitionProps={{ duration: 0 }}>
      {start === null ? null : <NameForm key={start} editor={editor} start={start} onClose={onClose} />}
    </Modal>
  );
});

const NameForm = ({ editor, start, onClose }: RenameDialogProps & { readonly start: number }) => {
  const { t } = useTranslation('editor');
  const [name, setName] = useState(editor.state.history.now.names.get(start) ?? '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        editor.dispatch({ type: 'rename', start, name });
        onClose();
      }}
    >
      <TextInput
        label={t('rename.label')}
        description={t('rename.description')}
        value={name}
        maxLength={MAX_NAME}
        data-autofocus
        onFocus={({ currentTarget }) => {
          currentTarget.select();
        }}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
        }}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit">{t('rename.save')}</Button>
      </Group>
    </form>
  );
};
