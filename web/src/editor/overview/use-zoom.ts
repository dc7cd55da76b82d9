import { clamp } from '@mantine/hooks';
import { useState } from 'react';
import type { EditorState } from '../state/editor-state.ts';
import { CELL_SIZES, DEFAULT_SIZE } from './cell-sizes.ts';

/** Enlargement of the pages beside a gap: from the whole page to four times as wide. */
const LEAST_ZOOM = 1;
const MOST_ZOOM = 4;
const ZOOM_STEP = 0.5;

export interface Zoom {
  /** Of the overview's pages: an index of CELL_SIZES. */
  readonly size: number;
  /** Of the pages beside a gap, as a factor. */
  readonly factor: number;
  /** Changes that of the view. @param by  1: larger, -1: smaller, 0: as at first */
  readonly change: (by: 1 | -1 | 0) => void;
}

/** The size of the pages, which each view has for itself. */
export const useZoom = (view: EditorState['view']): Zoom => {
  const [size, setSize] = useState(DEFAULT_SIZE);
  const [factor, setFactor] = useState(LEAST_ZOOM);
  const change = (by: 1 | -1 | 0): void => {
    if (view === 'overview') setSize((now) => (by === 0 ? DEFAULT_SIZE : clamp(now + by, 0, CELL_SIZES.length - 1)));
    else setFactor((now) => (by === 0 ? LEAST_ZOOM : clamp(now + by * ZOOM_STEP, LEAST_ZOOM, MOST_ZOOM)));
  };
  return { size, factor, change };
};
