import IconEyeOff from '@tabler/icons-react/icons/IconEyeOff';
import { useTranslation } from 'react-i18next';
import classes from './unread.module.css';

/** Stands beside the number of a page of which nothing could be read. */
export const UnreadMark = () => {
  const { t } = useTranslation('editor');
  return (
    <span className={classes['mark']} title={t('unread.mark')}>
      <IconEyeOff size={14} aria-hidden />
    </span>
  );
};
