import { Alert, Button, Group } from '@mantine/core';
import IconEyeOff from '@tabler/icons-react/icons/IconEyeOff';
import { useTranslation } from 'react-i18next';
import { openName } from '../overview/gap-label.ts';
import type { EditedFile } from '../source/editor-source.ts';

/** So many pages have a button: of a damaged file hundreds may be unread. */
const MOST_BUTTONS = 10;

interface UnreadNoticeProps {
  readonly file: EditedFile;
  /** Shows a page large. */
  readonly onOpen: (page: number) => void;
}

/** Says which pages could not be read. The model knew nothing of them, so that its decisions beside them are guesses. */
export const UnreadNotice = ({ file: { unread, served }, onOpen }: UnreadNoticeProps) => {
  const { t } = useTranslation('editor');
  if (unread.size === 0) return null;
  const shown = [...unread].slice(0, MOST_BUTTONS);
  return (
    <Alert radius={0} py={6} color="yellow" icon={<IconEyeOff size={18} aria-hidden />}>
      <Group gap="xs">
        {t('unread.notice', { count: unread.size })}
        {shown.map((index) => {
          const page = served.pages[index];
          if (page === undefined) return null;
          return (
            <Button
              key={index}
              size="compact-xs"
              variant="default"
              aria-label={openName(t, page, served.pages)}
              onClick={() => {
                onOpen(index);
              }}
            >
              {t('page.label', { page: page.page })}
            </Button>
          );
        })}
        {unread.size > MOST_BUTTONS ? t('unread.more', { count: unread.size - MOST_BUTTONS }) : null}
      </Group>
    </Alert>
  );
};
