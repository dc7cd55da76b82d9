import IconMapQuestion from '@tabler/icons-react/icons/IconMapQuestion';
import type { FC } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { ButtonTo } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { PATHS } from '../paths.ts';

export const NotFoundPage: FC = () => {
  const { t } = useTranslation('app');
  return (
    <Page title={t('notFound.title')}>
      <EmptyState
        icon={<IconMapQuestion />}
        title={t('notFound.heading')}
        text={t('notFound.text')}
        action={<ButtonTo to={PATHS.start}>{t('notFound.home')}</ButtonTo>}
      />
    </Page>
  );
};
