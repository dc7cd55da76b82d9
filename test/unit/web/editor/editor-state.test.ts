import { describe, expect, it } from 'vitest';
import {
  currentPage,
  editorReducer,
  editorStateOf,
  isChanged,
  placesOf,
} from '../../../../web/src/editor/state/editor-state.ts';
import type { EditorAction, EditorState } from '../../../../web/src/editor/state/editor-state.ts';
import { KEY_BINDINGS, commandOf } from '../../../../web/src/editor/state/keys.ts';
import type { Pressed } from '../../../../web/src/editor/state/keys.ts';
import { historyOf } from '../../../../web/src/editor/split/history.ts';
import { splitOf } from '../../../../web/src/editor/split/split.ts';
import { trainingSplitOf } from '../../../../web/src/editor/split/sub-documents.ts';
import { lengthsOf, servedSplit } from './splits.ts';

const after = (state: EditorState, ...actions: readonly EditorAction[]): EditorState =>
  actions.reduce(editorReducer, state);

describe('the editor', () => {
  const served = servedSplit([2, 3, 1], { 1: 0.4, 3: 0.8 });
  const start = editorStateOf(served, 0.9);

  it('goes from one doubtful place to the next, shows it large and knows that it was looked at', () => {
    const first = after(start, { type: 'next' });
    expect([first.cursor, first.view, [...first.looked]]).toEqual([1, 'focus', [1]]);
    const second = after(first, { type: 'next' });
    expect([second.cursor, [...second.looked]]).toEqual([3, [1, 3]]);
    expect(after(second, { type: 'next' }).cursor).toBe(1);
    expect(after(second, { type: 'previous' }).cursor).toBe(1);
  });

  it('begins with the first place where the cursor is on it already', () => {
    const doubtful = editorStateOf(servedSplit([2, 2], { 0: 0.1, 2: 0.1 }), 0.9);
    expect(after(doubtful, { type: 'next' }).cursor).toBe(0);
    expect(after(doubtful, { type: 'next' }, { type: 'next' }).cursor).toBe(2);
  });

  it('begins at the place that was looked at last where a draft is opened again', () => {
    const history = historyOf(splitOf(served));
    expect(editorStateOf(served, 0.9, { history, looked: [1, 3] }).cursor).toBe(3);
    expect(editorStateOf(served, 0.9, { history, looked: [] }).cursor).toBe(0);
    // A gap that the file does not have, as in a damaged draft.
    expect(editorStateOf(served, 0.9, { history, looked: [1, 99] }).cursor).toBe(1);
    expect(editorStateOf(servedSplit([1]), 0.9, { history, looked: [3] }).cursor).toBeNull();
  });

  it('marks other places when the threshold moves', () => {
    expect(placesOf(start)).toEqual([1, 3]);
    expect(placesOf(after(start, { type: 'threshold', threshold: 0.5 }))).toEqual([1]);
    expect(placesOf(after(start, { type: 'threshold', threshold: 0 }))).toEqual([]);
  });

  it('has every gap to look at where nobody has decided any', () => {
    const unread = trainingSplitOf({ pageCount: 4, annotation: null, sentAsOne: false, proposal: null });
    expect(placesOf(editorStateOf(unread, 0.9))).toEqual([0, 1, 2]);
  });

  it('knows that a place was looked at which undo and redo show large', () => {
    const other = { splits: served.gaps.map(() => false), names: served.names };
    const replaced = after(start, { type: 'replace', split: other }, { type: 'select', gap: 4 });
    const large = after(replaced, { type: 'view', view: 'focus' });
    expect([...large.looked]).toEqual([4]);
    expect([...after(large, { type: 'undo' }).looked]).toEqual([4, 1]);
    expect([...after(large, { type: 'undo' }, { type: 'select', gap: 4 }, { type: 'redo' }).looked]).toEqual([4, 1]);
  });

  it('moves the cursor with a moved boundary, and back with undo', () => {
    const moved = after(start, { type: 'move', gap: 1, by: 1 });
    expect([moved.cursor, lengthsOf(moved.history.now)]).toEqual([2, [3, 2, 1]]);
    const back = after(moved, { type: 'undo' });
    expect([back.cursor, lengthsOf(back.history.now)]).toEqual([1, [2, 3, 1]]);
    expect(isChanged(moved)).toBe(true);
    expect(isChanged(back)).toBe(false);
  });

  it('is not changed by an edit and its opposite', () => {
    expect(isChanged(after(start, { type: 'toggle', gap: 0 }, { type: 'toggle', gap: 0 }))).toBe(false);
  });

  it('goes from document to document and stays inside the file', () => {
    expect(after(start, { type: 'next-document' }).cursor).toBe(1);
    expect(after(start, { type: 'select', gap: 1 }, { type: 'next-document' }).cursor).toBe(4);
    expect(after(start, { type: 'select', gap: 4 }, { type: 'next-document' }).cursor).toBe(4);
    expect(after(start, { type: 'select', gap: 4 }, { type: 'previous-document' }).cursor).toBe(1);
    expect(after(start, { type: 'step', by: -5 }).cursor).toBe(0);
    expect(after(start, { type: 'step', by: 99 }).cursor).toBe(4);
  });

  it('has the document after the cursor as the current one, and the first one where it was chosen', () => {
    const single = editorStateOf(servedSplit([1, 2, 2], { 2: 0.1 }), 0.9);
    const current = (...actions: readonly EditorAction[]): number => currentPage(after(single, ...actions));
    const first = { type: 'select', gap: -1 } as const;
    expect(current()).toBe(1);
    expect(current(first)).toBe(0);
    expect(after(single, first).cursor).toBe(0);
    expect(current({ type: 'previous-document' })).toBe(0);
    expect(current({ type: 'previous-document' }, { type: 'next-document' })).toBe(1);
    expect(current(first, { type: 'step', by: 1 })).toBe(2);
    expect(current({ type: 'step', by: -5 })).toBe(1);
    expect(current(first, { type: 'next' })).toBe(3);
  });

  it('keeps the first document as the current one while it is renamed, until a boundary changes', () => {
    const single = after(editorStateOf(servedSplit([1, 2, 2]), 0.9), { type: 'select', gap: -1 });
    const renamed = after(single, { type: 'rename', start: 0, name: 'Cover letter' });
    expect(currentPage(renamed)).toBe(0);
    expect(currentPage(after(renamed, { type: 'toggle', gap: 0 }, { type: 'toggle', gap: 0 }))).toBe(1);
    expect(currentPage(after(renamed, { type: 'select', gap: 3 }, { type: 'undo' }))).toBe(0);
  });

  it('has nothing to decide in a file of one page', () => {
    const one = editorStateOf(servedSplit([1]), 0.9);
    for (const type of ['next', 'previous', 'undo', 'redo', 'next-document', 'previous-document'] as const)
      expect(after(one, { type }).cursor).toBeNull();
    expect(after(one, { type: 'step', by: 1 }, { type: 'toggle', gap: 0 }).history.now.splits).toEqual([]);
  });
});

describe('the keys', () => {
  const press = (key: string, held: Partial<Pressed> = {}): Pressed => ({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...held,
  });

  it('have a command each, with Ctrl and with Cmd', () => {
    expect(commandOf(press('n'), true)).toBe('next');
    expect(commandOf(press('N'), true)).toBe('next');
    expect(commandOf(press('z', { ctrlKey: true }), true)).toBe('undo');
    expect(commandOf(press('Z', { metaKey: true, shiftKey: true }), true)).toBe('redo');
    expect(commandOf(press('/', { shiftKey: true }), true)).toBe('find');
    // French and Czech keyboards write digits with the shift key.
    for (const shiftKey of [false, true]) expect(commandOf(press('0', { shiftKey }), true)).toBe('zoom-fit');
    expect(commandOf(press('n', { ctrlKey: true }), true)).toBeNull();
    expect(commandOf(press('n', { altKey: true }), true)).toBeNull();
  });

  it('of single characters can be switched off', () => {
    expect(commandOf(press('v'), false)).toBeNull();
    expect(commandOf(press('Enter'), false)).toBe('open');
    expect(commandOf(press('z', { ctrlKey: true }), false)).toBe('undo');
  });

  it('are never bound twice', () => {
    const names = KEY_BINDINGS.map(({ key, control, shift }) => `${key} ${String(control === true)} ${String(shift)}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('take at most two a doubtful place and one more to review 240 pages', () => {
    const doubtful = [3, 20, 48, 77, 101, 140, 180, 201, 230];
    const lengths = Array.from({ length: 80 }, () => 3);
    let state = editorStateOf(servedSplit(lengths, Object.fromEntries(doubtful.map((gap) => [gap, 0.5]))), 0.9);
    const pressed: string[] = [];
    let verified = false;
    const type = (key: string): void => {
      pressed.push(key);
      const command = commandOf(press(key), true);
      if (command === 'next') state = editorReducer(state, { type: 'next' });
      if (command === 'toggle' && state.cursor !== null)
        state = editorReducer(state, { type: 'toggle', gap: state.cursor });
      verified ||= command === 'verify';
    };
    // Every decision is wrong, which is the most that there can be to do.
    for (const gap of doubtful) {
      type('n');
      expect(state.cursor).toBe(gap);
      type(' ');
    }
    type('v');
    expect([...state.looked].sort((one, other) => one - other)).toEqual(doubtful);
    expect(verified).toBe(true);
    expect(pressed.length).toBeLessThanOrEqual(2 * doubtful.length + 1);
  });
});
