import { useEffect, useMemo } from 'react';
import type { EditorSource } from '../source/editor-source.ts';
import { PacketText } from './packet-text.ts';

/** The text of a file's pages, for as long as the editor is shown; null where none was kept. */
export const usePacketText = ({ ocr }: EditorSource): PacketText | null => {
  const text = useMemo(() => (ocr === null ? null : new PacketText(ocr)), [ocr]);
  useEffect(
    () => () => {
      text?.end();
    },
    [text],
  );
  return text;
};
