import { Kbd, Modal, Table } from '@mantine/core';
import { Fragment, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { CharacterSwitch } from '../../components/keyboard/character-switch.tsx';
import { KEY_BINDINGS } from '../state/keys.ts';
import type { Command } from '../state/keys.ts';

interface KeysDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Whether the file is one of several that follow each other. */
  readonly hasFiles: boolean;
}

const COMMANDS: readonly Command[] = [...new Set(KEY_BINDINGS.map(({ command }) => command))];

const OF_FILES: readonly Command[] = ['next-file', 'previous-file'];

/** The list of keys. */
export const KeysDialog = memo(function KeysDialog({ opened, onClose, hasFiles }: KeysDialogProps) {
  const { t } = useTranslation('editor');
  return (
    <Modal opened={opened} onClose={onClose} title={t('keys.title')} size="lg">
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Tbody>
          {COMMANDS.filter((command) => hasFiles || !OF_FILES.includes(command)).map((command) => (
            <Table.Tr key={command}>
              <Table.Th scope="row" fw={400}>
                {t(`keys.${command}`)}
              </Table.Th>
              <Table.Td>
                <KeysOf command={command} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CharacterSwitch />
    </Modal>
  );
});

const KeysOf = ({ command }: { readonly command: Command }) => {
  const { t } = useTranslation('editor');
  const bindings = KEY_BINDINGS.filter((one) => one.command === command);
  return bindings.map(({ key, control, shift }, index) => {
    const named = key === ' ' ? t('key.space') : key.length > 1 ? t(`key.${key}`) : key.toUpperCase();
    return (
      <Fragment key={`${key} ${String(control)} ${String(shift)}`}>
        {index > 0 ? ` ${t('keys.or')} ` : null}
        <span style={{ display: 'inline-block' }}>
          {control === true ? (
            <>
              <Kbd>{t('key.control')}</Kbd>
              {' + '}
            </>
          ) : null}
          {shift === true ? (
            <>
              <Kbd>{t('key.shift')}</Kbd>
              {' + '}
            </>
          ) : null}
          <Kbd>{named}</Kbd>
        </span>
      </Fragment>
    );
  });
};
