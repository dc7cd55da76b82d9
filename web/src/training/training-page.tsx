import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const TrainingPage = () => {
  const { t } = useTranslation('training');
  return <Page title={t('title')}>{null}</Page>;
};
