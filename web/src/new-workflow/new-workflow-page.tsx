import { useTranslation } from 'react-i18next';
import { Page } from '../components/page.tsx';

export const NewWorkflowPage = () => {
  const { t } = useTranslation('new-workflow');
  return <Page title={t('title')}>{null}</Page>;
};
