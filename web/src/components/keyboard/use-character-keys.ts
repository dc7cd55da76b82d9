import { useLocalStorage } from '@mantine/hooks';

/**
 * Whether single letters and signs are keys, on every page: a reader may switch them off because dictation and screen
 * readers type them (WCAG 2.2, 2.1.4).
 */
export const useCharacterKeys = (): readonly [boolean, (characters: boolean) => void] => {
  const [characters, setCharacters] = useLocalStorage({ key: 'tearline-editor-keys', defaultValue: true });
  return [characters, setCharacters];
};
