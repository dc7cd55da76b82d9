import IconLock from '@tabler/icons-react/icons/IconLock';
import { useTranslation } from 'react-i18next';
import type { Role } from '../session/roles.ts';
import { EmptyState } from './empty-state.tsx';

/** The page needs a role with more rights than the reader's. */
export const NoRightsState = ({ least }: { readonly least: Role }) => {
  const { t } = useTranslation('app');
  return (
    <EmptyState
      icon={<IconLock />}
      title={t('noRights.title')}
      text={t('noRights.text', { role: t(`role.${least}`) })}
    />
  );
};
