/** The keys of the editor. */

export type Command =
  | 'next'
  | 'previous'
  | 'toggle'
  | 'step-left'
  | 'step-right'
  | 'step-up'
  | 'step-down'
  | 'next-document'
  | 'previous-document'
  | 'first'
  | 'last'
  | 'move-left'
  | 'move-right'
  | 'rename'
  | 'take-proposal'
  | 'accept-proposal'
  | 'undo'
  | 'redo'
  | 'open'
  | 'close'
  | 'verify'
  | 'next-file'
  | 'previous-file'
  | 'find'
  | 'zoom-in'
  | 'zoom-out'
  | 'zoom-fit'
  | 'help';

/** What of a `KeyboardEvent` decides. */
export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

interface KeyBinding {
  readonly command: Command;
  /** As `KeyboardEvent.key` has it; letters in lower case. */
  readonly key: string;
  /** Ctrl, or Cmd on a Mac. */
  readonly control?: true;
  /** Absent: with or without, where the key itself is a sign such as `?`, or a digit, which French keyboards write with it. */
  readonly shift?: boolean;
}

/** The first binding of a command is the one that the list of keys shows first. */
export const KEY_BINDINGS: readonly KeyBinding[] = [
  { command: 'next', key: 'n', shift: false },
  { command: 'next', key: 'j', shift: false },
  { command: 'previous', key: 'p', shift: false },
  { command: 'previous', key: 'k', shift: false },
  { command: 'toggle', key: ' ', shift: false },
  { command: 'toggle', key: 's', shift: false },
  { command: 'verify', key: 'v', shift: false },
  { command: 'next-file', key: 'n', shift: true },
  { command: 'previous-file', key: 'p', shift: true },
  { command: 'rename', key: 'r', shift: false },
  { command: 'rename', key: 'F2' },
  { command: 'move-left', key: 'ArrowLeft', shift: true },
  { command: 'move-right', key: 'ArrowRight', shift: true },
  { command: 'take-proposal', key: 'm', shift: false },
  { command: 'accept-proposal', key: 'm', shift: true },
  { command: 'undo', key: 'z', control: true, shift: false },
  { command: 'redo', key: 'z', control: true, shift: true },
  { command: 'redo', key: 'y', control: true, shift: false },
  { command: 'step-left', key: 'ArrowLeft', shift: false },
  { command: 'step-right', key: 'ArrowRight', shift: false },
  { command: 'step-up', key: 'ArrowUp', shift: false },
  { command: 'step-down', key: 'ArrowDown', shift: false },
  { command: 'previous-document', key: 'ArrowUp', shift: true },
  { command: 'next-document', key: 'ArrowDown', shift: true },
  { command: 'first', key: 'Home', shift: false },
  { command: 'last', key: 'End', shift: false },
  { command: 'open', key: 'Enter', shift: false },
  { command: 'close', key: 'Escape' },
  { command: 'find', key: 'f', control: true, shift: false },
  { command: 'find', key: '/' },
  { command: 'zoom-in', key: '+' },
  { command: 'zoom-out', key: '-' },
  { command: 'zoom-fit', key: '0' },
  { command: 'help', key: '?' },
];

/** Keys of signs and letters, which a reader may switch off because dictation and screen readers type them. */
const isCharacter = ({ key, control }: KeyBinding): boolean => control !== true && key.length === 1;

/**
 * The command of a key; null where it has none.
 * @param characters  whether keys of single characters have commands
 */
export const commandOf = (pressed: Pressed, characters: boolean): Command | null => {
  if (pressed.altKey) return null;
  const control = pressed.ctrlKey || pressed.metaKey;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  const binding = KEY_BINDINGS.find(
    (one) =>
      one.key === key &&
      (one.control === true) === control &&
      (one.shift === undefined || one.shift === pressed.shiftKey),
  );
  return binding === undefined || (!characters && isCharacter(binding)) ? null : binding.command;
};
