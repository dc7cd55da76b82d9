import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const DocumentsPage = () => {
  const { t } = useTranslation('documents');
  return <Page title={t('title')}>{null}</Page>;
};
