import { useEffect, useState } from 'react';

/** By what is typed, and of which result. */
const texts = new Map<string, string>();

/**
 * A text that is being typed. The editor is drawn anew when somebody else decides the file: the text stays, as long as
 * the page is open.
 * @param saved  what the service has by now: it need not be typed again
 */
export const useKeptText = (key: string, saved?: string | null): readonly [string, (text: string) => void] => {
  const [text, setText] = useState(() => {
    const kept = texts.get(key) ?? '';
    return kept.trim() === saved ? '' : kept;
  });
  useEffect(() => {
    if (text === '') texts.delete(key);
    else texts.set(key, text);
  }, [key, text]);
  return [text, setText];
};
