import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const EditorPage = () => {
  const { t } = useTranslation('editor');
  return <Page title={t('title')}>{null}</Page>;
};
