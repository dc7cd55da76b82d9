import { Alert, Button, Text } from '@mantine/core';
import IconCloudOff from '@tabler/icons-react/icons/IconCloudOff';
import { useTranslation } from 'react-i18next';
import type { EditorSource } from '../source/editor-source.ts';
import type { Save } from './use-save.ts';

/** The service is away while it should verify: what happens when it is back, and a way not to wait. */
export const WaitingNotice = ({ source, save }: { readonly source: EditorSource; readonly save: Save }) => {
  const { t } = useTranslation('editor');
  if (!save.isWaiting) return null;
  return (
    <Alert
      color="orange"
      icon={<IconCloudOff aria-hidden />}
      title={t(`waiting.title.${source.kind}`)}
      role="alert"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      radius={0}
    >
      <Text size="sm" mb={4}>
        {t('waiting.text')}
      </Text>
      <Button size="xs" variant="default" onClick={save.stop}>
        {t('waiting.stop')}
      </Button>
    </Alert>
  );
};
