import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES } from '../session/roles.ts';
import type { Role } from '../session/roles.ts';

interface RoleSelectProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

/** A role, with what it may do. */
export const RoleSelect = ({ value, onChange }: RoleSelectProps) => {
  const { t } = useTranslation('account');
  return (
    <Select
      label={t('role')}
      description={t(`roles.${value}`)}
      value={value}
      allowDeselect={false}
      data={ROLES.map((role) => ({ value: role, label: t(`app:role.${role}`) }))}
      onChange={(chosen) => {
        const role = ROLES.find((one) => one === chosen);
        if (role !== undefined) onChange(role);
      }}
    />
  );
};
