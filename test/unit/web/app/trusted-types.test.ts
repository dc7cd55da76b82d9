import { expect, it } from 'vitest';
import { ofTheBuild, withoutMarkup } from '../../../../web/src/app/trusted-types.ts';

it('A text may become part of the page as HTML only where it can hold no element', () => {
  expect(withoutMarkup(':root{--mantine-scale: 1;}')).toBe(':root{--mantine-scale: 1;}');
  expect(() => withoutMarkup('<img src=x onerror=alert(1)>')).toThrow(TypeError);
});

it.each(['https://other.example/assets/a.js', '/upload/a.js', 'data:text/javascript,1', 'blob:https://a.example/1'])(
  'A script is a file of the build: %s is none',
  (url) => {
    expect(() => ofTheBuild(url, 'https://a.example')).toThrow(TypeError);
  },
);

it('A worker of the build is loaded', () => {
  expect(ofTheBuild('/assets/text-worker-1.js', 'https://a.example')).toBe('/assets/text-worker-1.js');
});
