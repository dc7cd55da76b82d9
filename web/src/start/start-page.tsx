import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const StartPage = () => {
  const { t } = useTranslation('start');
  return <Page title={t('title')}>{null}</Page>;
};
