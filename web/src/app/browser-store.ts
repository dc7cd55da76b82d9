/** What the browser keeps between two visits. */

/** What of `localStorage` is used. */
export interface TextStore {
  getItem: (key: string) => string | null;
  /** @throws where the storage is full or forbidden */
  setItem: (key: string, value: string) => void;
  removeItem: (key: string) => void;
  key: (index: number) => string | null;
  readonly length: number;
}

const nothing = (): null => null;

/** Of a browser that may store nothing: it is empty and always full. */
const FORBIDDEN: TextStore = {
  getItem: nothing,
  setItem: () => {
    throw new Error('This browser may store nothing.');
  },
  removeItem: nothing,
  key: nothing,
  length: 0,
};

/**
 * @param open  gives the browser's storage; it throws where the reader, or the page around a frame, forbids it, and gives
 *   nothing where an application that shows the page has none
 */
export const storeOf = (open: () => TextStore | null): TextStore => {
  try {
    return open() ?? FORBIDDEN;
  } catch {
    return FORBIDDEN;
  }
};

export const browserStore: TextStore = storeOf(() => window.localStorage);
