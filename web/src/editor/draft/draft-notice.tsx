import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../components/format/use-format.ts';
import { splitOf } from '../split/split.ts';
import type { Editor } from '../state/use-editor.ts';

/** A draft of an earlier visit is there again: it can be given up, and taken back by undo. */
export const DraftNotice = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation('editor');
  const format = useFormat();
  const [closed, setClosed] = useState(false);
  if (editor.restoredFrom === null || closed) return null;
  const at = format.dateTime(new Date(editor.restoredFrom));
  return (
    <Alert
      radius={0}
      py={6}
      color="violet"
      withCloseButton
      closeButtonLabel={t('draft.close')}
      onClose={() => {
        setClosed(true);
      }}
    >
      <Group gap="sm">
        {t('draft.restored', { at })}
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            editor.dispatch({ type: 'replace', split: splitOf(editor.state.served) });
            setClosed(true);
          }}
        >
          {t('draft.discard')}
        </Button>
      </Group>
    </Alert>
  );
};
