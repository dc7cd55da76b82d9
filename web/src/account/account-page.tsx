import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const AccountPage = () => {
  const { t } = useTranslation('account');
  return <Page title={t('title')}>{null}</Page>;
};
