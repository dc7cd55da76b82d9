import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const ApiReferencePage = () => {
  const { t } = useTranslation('api-reference');
  return <Page title={t('title')}>{null}</Page>;
};
