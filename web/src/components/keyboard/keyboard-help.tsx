import { Group, Kbd, Modal, Stack, Text, Title } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CharacterSwitch } from './character-switch.tsx';
import { useShortcutGroups, useShortcuts } from './shortcuts.ts';

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  shift: '⇧',
};

const isMac = navigator.userAgent.includes('Mac');

const nameOf = (part: string): string => (part === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (NAMES[part] ?? part));

/** The keys of a shortcut, as they are printed on a keyboard. */
export const Keys = ({ keys }: { readonly keys: readonly string[] }) => (
  <Group gap={4} wrap="nowrap">
    {keys.map((key, index) => (
      <Fragment key={key}>
        {index === 0 ? null : <Text size="xs">/</Text>}
        {key.split('+').map((part) => (
          <Kbd key={part}>{nameOf(part)}</Kbd>
        ))}
      </Fragment>
    ))}
  </Group>
);

interface KeyboardHelpProps {
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The dialog that `?` opens, with the keys of everything that is on the screen. */
export const KeyboardHelp = ({ opened, onOpen, onClose }: KeyboardHelpProps) => {
  const { t } = useTranslation('app');
  const groups = useShortcutGroups();
  const own = useMemo(
    () => ({
      title: t('keyboard.everywhere'),
      shortcuts: [{ keys: ['?'], label: t('keyboard.help'), run: onOpen }],
    }),
    [t, onOpen],
  );
  useShortcuts(own);
  return (
    <Modal opened={opened} onClose={onClose} title={t('keyboard.title')} size="lg">
      <Stack>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <Title order={3} size="h5" mb="xs">
              {title}
            </Title>
            <Stack gap={6}>
              {shortcuts.map(({ keys, label }) => (
                <Group key={label} justify="space-between" wrap="nowrap">
                  <Text size="sm">{label}</Text>
                  <Keys keys={keys} />
                </Group>
              ))}
            </Stack>
          </section>
        ))}
      </Stack>
      <CharacterSwitch />
    </Modal>
  );
};
