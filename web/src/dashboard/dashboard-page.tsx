import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const DashboardPage = () => {
  const { t } = useTranslation('dashboard');
  return <Page title={t('title')}>{null}</Page>;
};
