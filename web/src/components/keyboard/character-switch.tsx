import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCharacterKeys } from './use-character-keys.ts';

/** Below a list of keys: whether those of single letters and signs work. */
export const CharacterSwitch = () => {
  const { t } = useTranslation('app');
  const [characters, setCharacters] = useCharacterKeys();
  return (
    <Switch
      mt="md"
      checked={characters}
      label={t('keyboard.characters')}
      description={t('keyboard.charactersWhy')}
      onChange={({ currentTarget }) => {
        setCharacters(currentTarget.checked);
      }}
    />
  );
};
