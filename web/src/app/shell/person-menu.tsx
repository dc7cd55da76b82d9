import { ActionIcon, Menu, Text } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/icons/IconKeyboard';
import IconLogout from '@tabler/icons-react/icons/IconLogout';
import IconUser from '@tabler/icons-react/icons/IconUser';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../../api/client/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { countChanged } from '../../editor/draft/draft.ts';
import { leaveAccount } from '../../session/leave-account.ts';
import { signOut } from '../../session/session.ts';
import { browserStore } from '../browser-store.ts';

interface PersonMenuProps {
  readonly caller: Schema<'Account'>['caller'];
  /** Shows the list of keys. */
  readonly onKeys: () => void;
}

/** Who is signed in, with which role, the list of keys, and the way out, which asks where it would delete changes. */
export const PersonMenu = ({ caller, onKeys }: PersonMenuProps) => {
  const { t } = useTranslation(['app', 'session']);
  const queries = useQueryClient();
  const signingOut = useMutation({
    mutationFn: signOut,
    onSuccess: (address) => {
      leaveAccount(queries, address);
    },
  });
  const [unsaved, setUnsaved] = useState(0);
  const leave = (): void => {
    const count = countChanged(browserStore);
    if (count === 0) signingOut.mutate();
    else setUnsaved(count);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('person', { name: caller.name })}>
            <IconUser size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            <Text size="sm" c="var(--mantine-color-text)">
              {caller.name}
            </Text>
            {t(`role.${caller.role}`)}
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onKeys}>
            {t('keyboard.title')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
            {t('session:signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={unsaved > 0}
        onClose={() => {
          setUnsaved(0);
        }}
        onConfirm={() => signingOut.mutateAsync()}
        title={t('session:unsaved.title')}
        action={t('session:unsaved.leave')}
        keep={t('session:unsaved.stay')}
      >
        {t('session:unsaved.text', { count: unsaved })}
      </ConfirmDialog>
    </>
  );
};
