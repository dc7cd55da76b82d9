import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const ProcessPage = () => {
  const { t } = useTranslation('process');
  return <Page title={t('title')}>{null}</Page>;
};
