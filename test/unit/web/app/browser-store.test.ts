import { describe, expect, it } from 'vitest';
import { storeOf } from '../../../../web/src/app/browser-store.ts';

describe('The store of the browser', () => {
  it('is the one that the browser gives', () => {
    const store = storeOf(() => ({
      getItem: (key) => `value of ${key}`,
      setItem: () => undefined,
      removeItem: () => undefined,
      key: () => null,
      length: 0,
    }));
    expect(store.getItem('language')).toBe('value of language');
  });

  it.each([
    [
      'forbids it',
      () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    ],
    ['has none', () => null],
  ])('is empty and takes nothing where the browser %s', (_, open) => {
    const store = storeOf(open);
    store.removeItem('language');
    expect([store.length, store.key(0), store.getItem('language')]).toEqual([0, null, null]);
    expect(() => {
      store.setItem('language', 'de');
    }).toThrow('may store nothing');
  });
});
