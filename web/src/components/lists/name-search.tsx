import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/icons/IconSearch';
import { useState } from 'react';
import type { RefObject } from 'react';

interface NameSearchProps {
  /** What the field is called, and shows while it is empty. */
  readonly label: string;
  /** The part of a name that the list is filtered by. */
  readonly name: string | undefined;
  readonly onFind: (name: string | undefined) => void;
  readonly field?: RefObject<HTMLInputElement | null>;
  readonly size?: 'xs' | 'sm';
}

/** Milliseconds without a key before the list is asked for. */
const PAUSE_MS = 300;
const MAX_NAME = 255;

/** A field that filters a list by a part of the name. */
export const NameSearch = ({ label, name = '', onFind, field, size = 'sm' }: NameSearchProps) => {
  const [typed, setTyped] = useState(name);
  /** What this field has asked for last: more may have been typed when the list has it. */
  const [asked, setAsked] = useState(name);
  const [shown, setShown] = useState(name);
  if (shown !== name) {
    setShown(name);
    if (name !== asked) {
      // Cleared by another button, or by the browser's way back.
      setAsked(name);
      setTyped(name);
    }
  }
  const find = useDebouncedCallback((text: string) => {
    const wanted = text.trim();
    setAsked(wanted);
    onFind(wanted === '' ? undefined : wanted);
  }, PAUSE_MS);
  return (
    <TextInput
      {...(field === undefined ? {} : { ref: field })}
      type="search"
      size={size}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      maxLength={MAX_NAME}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        find(event.currentTarget.value);
      }}
    />
  );
};
