import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const TrainingDataPage = () => {
  const { t } = useTranslation('training-data');
  return <Page title={t('title')}>{null}</Page>;
};
