import { describe, expect, it } from 'vitest';
import { flagsOfStart } from '../../../core/ocr/compile-wide.ts';

const DEFAULTS = ['--no-experimental-wasm-revectorize', '--liftoff', '--wasm-lazy-compilation'];

describe('The flags that V8 has again after a kernel was compiled with wide vectors', () => {
  it('are the defaults where the process was started with none of them', () => {
    expect(flagsOfStart(['--expose-gc', '--max-old-space-size=512', '--liftoff-only'])).toEqual(DEFAULTS);
  });

  it.each(['--no-liftoff', '--noliftoff', '--no_liftoff', '--experimental_wasm_revectorize'])(
    'are as the process was started with %s, which comes after the default',
    (flag) => {
      expect(flagsOfStart(['--expose-gc', flag])).toEqual([...DEFAULTS, flag]);
    },
  );
});
