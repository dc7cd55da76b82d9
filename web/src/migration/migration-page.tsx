import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const MigrationPage = () => {
  const { t } = useTranslation('migration');
  return <Page title={t('title')}>{null}</Page>;
};
